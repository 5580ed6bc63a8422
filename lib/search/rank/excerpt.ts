import type { QueryWord } from "@/lib/search/query/query-words";
import { tokensOf } from "@/lib/search/query/terms";

export const EXCERPT_CHARACTERS_MAX = 300;
/** Words shown in a long line before the first match. */
const WORDS_BEFORE = 6;
const LINES_ADDED_MAX = 3;
/** Looser variants would select passages that confuse the reader. */
export const SHOWN_WEIGHT_MIN = 0.7;
/**
 * Characters allowed inside a word that is known without them: "Next.js" is `nextjs`. Not near its start, which is
 * matched first.
 */
const INSIDE = "[.\\-_]?";
const INSIDE_FROM = 3;
/**
 * A word with its joined parts. Both are bounded: in a text without blanks the pattern starts at every place where a
 * word may begin, and reading to the end each time would take quadratic time.
 */
const WRITTEN = /[\p{L}\p{M}\p{N}_]{1,48}(?:[.\-+/#:@][\p{L}\p{M}\p{N}_]{1,48}){0,5}/uy;

/**
 * The passage of a plain text that matches the query best, at most 300 characters, cut at words; null without a match.
 * The result is plain text and must be escaped for display. One pass of one pattern, so it may run on every request.
 */
export function excerptOf(plainText: string, words: readonly QueryWord[]): string | null {
  const { importance, asked, termsOf } = soughtOf(words);
  if (asked === null) return null;
  const said = new Map<number, Map<string, number>>();
  let [line, end] = [0, plainText.indexOf("\n")];
  for (const { index } of plainText.matchAll(asked)) {
    // Matches come in order: searching back for the start of the line from each of them took quadratic time.
    for (; end >= 0 && end < index; end = plainText.indexOf("\n", line)) line = end + 1;
    for (const term of termsOf(wordAt(plainText, index))) {
      const value = importance.get(term);
      if (value === undefined) continue;
      const found = said.get(line) ?? new Map<string, number>();
      said.set(line, found.set(term, value));
    }
  }
  let best = { line: -1, score: 0 };
  for (const [line, found] of said) {
    const score = [...found.values()].reduce((sum, value) => sum + value, 0);
    if (score > best.score) best = { line, score };
  }
  return best.line < 0 ? null : cut(passageFrom(plainText, best.line, asked));
}

type Sought = {
  importance: ReadonlyMap<string, number>;
  asked: RegExp | null;
  termsOf: (written: string) => readonly string[];
};
const soughtFor = new WeakMap<readonly QueryWord[], Sought>();

/** The search patterns, built once for all texts of a search. */
function soughtOf(words: readonly QueryWord[]): Sought {
  const kept = soughtFor.get(words);
  if (kept) return kept;
  const importance = importanceOf(words);
  const sought = { importance, asked: patternOf(importance.keys()), termsOf: makeTermsOf() };
  soughtFor.set(words, sought);
  return sought;
}

/** The terms that count, with their weights. */
function importanceOf(words: readonly QueryWord[]): Map<string, number> {
  const terms = new Map<string, number>();
  for (const word of words) {
    for (const variant of word.variants) {
      if (variant.weight < SHOWN_WEIGHT_MIN) continue;
      for (const term of variant.terms) terms.set(term, Math.max(variant.importance, terms.get(term) ?? 0));
    }
  }
  return terms;
}

/** Matches where one of these terms may begin. A stem is a prefix of its words, except for a last y ("queries"). */
function patternOf(terms: Iterable<string>): RegExp | null {
  const starts = new Set<string>();
  for (const term of terms) {
    const start = term.length > 3 ? term.replace(/y$/, "") : term;
    if (/^[\p{L}\p{N}]+$/u.test(start))
      starts.add([...start].map((letter, place) => (place < INSIDE_FROM ? letter : INSIDE + letter)).join(""));
  }
  // Longer prefixes first, so that the pattern prefers them.
  const longest = [...starts].sort((a, b) => b.length - a.length);
  return longest.length === 0 ? null : new RegExp(`(?<![a-z0-9])(?:${longest.join("|")})`, "gi");
}

/** The word that begins there, with its joined parts. */
function wordAt(plainText: string, index: number): string {
  WRITTEN.lastIndex = index;
  return WRITTEN.exec(plainText)?.[0] ?? "";
}

/** The terms of a written word, cached: the few words of a search recur in its texts. */
function makeTermsOf(): Sought["termsOf"] {
  const known = new Map<string, readonly string[]>();
  return (written) => {
    const found = known.get(written) ?? tokensOf(written).flatMap((token) => [token.term, ...token.parts]);
    known.set(written, found);
    return found;
  };
}

/** A long line from a little before its first match; a short one with the following lines that fit. */
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
