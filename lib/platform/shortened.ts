/** At most so many characters, cut after a word. */
export function shortened(text: string, charactersMax: number): string {
  const characters = [...text.replace(/\s+/g, " ").trim()];
  if (characters.length <= charactersMax) return characters.join("");
  const kept = characters.slice(0, charactersMax - 1).join("");
  return `${kept.slice(0, Math.max(kept.lastIndexOf(" "), kept.length - 30)).trimEnd()}…`;
}
