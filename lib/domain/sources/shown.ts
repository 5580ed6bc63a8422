const CHARACTERS_MAX = 2_000;

/** Words of a source, or of a program that reads it, as a report stores them: short, without what nobody sees. */
export function shown(words: string, charactersMax = CHARACTERS_MAX): string {
  return words.slice(0, charactersMax).replace(/[\p{C}\p{Zl}\p{Zp}\ufffd]/gu, "?");
}
