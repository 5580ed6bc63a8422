import type { QueryWord } from "@/lib/search/query-words";

export const EXCERPT_CHARACTERS_MAX = 300;
/** Words a long line shows before the first one that was asked for. */
const WORDS_BEFORE = 6;
const LINES_ADDED_MAX = 3;
/** Variants further from what was asked would choose passages that puzzle. */
const SHOWN_WEIGHT_MIN = 0.7;

/**
 * The passage of a plain text that says most of what was asked, at most 300 characters, cut at words; null when it says
 * none of it. Plain text: whoever shows it escapes it. One pass of one pattern, so it may run on every request.
 */
export function excerptOf(plainText: string, words: readonly QueryWord[]): string | null {
  const importance = startsOf(words);
  if (importance.size === 0) return null;
  const asked = new RegExp(`(?<![a-z0-9])(?:${[...importance.keys()].join("|")})`, "gi");
  const said = new Map<number, Map<string, number>>();
  for (const match of plainText.matchAll(asked)) {
    const line = plainText.lastIndexOf("\n", match.index) + 1;
    const start = match[0].toLowerCase();
    const found = said.get(line) ?? new Map<string, number>();
    said.set(line, found.set(start, importance.get(start) ?? 0));
  }
  let best = { line: -1, score: 0 };
  for (const [line, found] of said) {
    const score = [...found.values()].reduce((sum, value) => sum + value, 0);
    if (score > best.score) best = { line, score };
  }
  return best.line < 0 ? null : cut(passageFrom(plainText, best.line, asked));
}

/** The starts of words that count, lower case. A stem is the start of its words, but for a last y ("queries"). */
function startsOf(words: readonly QueryWord[]): Map<string, number> {
  const starts = new Map<string, number>();
  for (const word of words) {
    for (const variant of word.variants) {
      if (variant.weight < SHOWN_WEIGHT_MIN) continue;
      for (const term of variant.terms) {
        const start = term.length > 3 ? term.replace(/y$/, "") : term;
        if (/^[\p{L}\p{N}]+$/u.test(start)) starts.set(start, Math.max(variant.importance, starts.get(start) ?? 0));
      }
    }
  }
  // Longer starts first, so that the pattern prefers them.
  return new Map([...starts].sort(([a], [b]) => b.length - a.length));
}

/** A long line from a little before its first word that was asked for; a short one with the lines after it that fit. */
function passageFrom(plainText: string, start: number, asked: RegExp): string {
  const [line = "", ...next] = plainText.slice(start, start + 8 * EXCERPT_CHARACTERS_MAX).split("\n");
  if (line.length >= EXCERPT_CHARACTERS_MAX) {
    const before = line.slice(0, line.search(asked)).split(" ");
    return before.length <= 2 * WORDS_BEFORE
      ? line
      : line
          .split(" ")
          .slice(before.length - WORDS_BEFORE)
          .join(" ");
  }
  let passage = line;
  for (const more of next.slice(0, LINES_ADDED_MAX)) {
    if (passage.length + more.length + 1 > EXCERPT_CHARACTERS_MAX) break;
    passage += ` ${more}`;
  }
  return passage;
}

function cut(passage: string): string {
  const characters = [...passage];
  if (characters.length <= EXCERPT_CHARACTERS_MAX) return passage;
  const whole = characters.slice(0, EXCERPT_CHARACTERS_MAX - 1).join("");
  return `${whole.replace(/\s+\S*$/u, "")}…`;
}
