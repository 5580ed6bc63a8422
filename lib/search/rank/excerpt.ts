import type { QueryWord } from "@/lib/search/query/query-words";
import { tokensOf } from "@/lib/search/query/terms";
import { passageAt } from "@/lib/search/rank/passage";
import { linesOf } from "@/lib/text/markdown/lines";

export const EXCERPT_CHARACTERS_MAX = 300;
/** Looser variants would select passages that confuse the reader. */
export const SHOWN_WEIGHT_MIN = 0.7;
/** A heading names what its text says. */
const HEADING_SHARE = 0.5;
/** Lines tried when nothing of the best can be shown, as of a line of code that is too long. */
const TRIES_MAX = 8;
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
const ASCII_WRITTEN = /[A-Za-z0-9_]{1,48}(?:[.\-+/#:@][A-Za-z0-9_]{1,48}){0,5}/y;

/**
 * The passage of a markdown text that matches the query best, exactly as it is written: at most 300 characters, cut at
 * words, never inside inline code, in fenced code only at line ends, and without HTML tags. `…` marks a cut inside a
 * paragraph or a code block. Null when no passage matches or none can be shown. It must be escaped for display. One
 * pass of one pattern, so it may run on every request.
 */
export function excerptOf(markdown: string, words: readonly QueryWord[]): string | null {
  const { importance, asked } = soughtOf(words);
  if (asked === null) return null;
  const said = new Map<number, { terms: Map<string, number>; first: number }>();
  let [line, end] = [0, markdown.indexOf("\n")];
  for (const { index } of markdown.matchAll(asked)) {
    // Matches come in order: searching back for the start of the line from each of them took quadratic time.
    for (; end >= 0 && end < index; end = markdown.indexOf("\n", line)) line = end + 1;
    for (const term of termsOf(wordAt(markdown, index))) {
      const value = importance.get(term);
      if (value === undefined) continue;
      const found = said.get(line) ?? { terms: new Map<string, number>(), first: index };
      found.terms.set(term, value);
      said.set(line, found);
    }
  }
  if (said.size === 0) return null;
  const scored = [...said].map(([start, { terms, first }]) => ({ first, score: scoreOf(markdown, start, terms) }));
  // A stable sort: of equal lines the first.
  for (const { first } of scored.sort((a, b) => b.score - a.score).slice(0, TRIES_MAX)) {
    const lines = linesOf(markdown, first + 2 * EXCERPT_CHARACTERS_MAX);
    const passage = passageAt(markdown, lines, first, EXCERPT_CHARACTERS_MAX);
    if (passage !== null) return passage;
  }
  return null;
}

/** What a line says of the query: the weights of the terms in it, each once. */
function scoreOf(markdown: string, start: number, terms: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const value of terms.values()) score += value;
  return markdown.charAt(start) === "#" ? score * HEADING_SHARE : score;
}

type Sought = {
  importance: ReadonlyMap<string, number>;
  asked: RegExp | null;
};
const soughtFor = new WeakMap<readonly QueryWord[], Sought>();

/** The search patterns, built once for all texts of a search. */
function soughtOf(words: readonly QueryWord[]): Sought {
  const kept = soughtFor.get(words);
  if (kept) return kept;
  const importance = importanceOf(words);
  const sought = { importance, asked: patternOf(importance.keys()) };
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

/** The word that begins there, with its joined parts. Nearly all are ASCII, which is read several times faster. */
function wordAt(text: string, index: number): string {
  ASCII_WRITTEN.lastIndex = index;
  const ascii = ASCII_WRITTEN.exec(text)?.[0] ?? "";
  if (!(text.charCodeAt(index + ascii.length) > 0x7f)) return ascii;
  WRITTEN.lastIndex = index;
  return WRITTEN.exec(text)?.[0] ?? "";
}

/** Texts and searches repeat their words, so the terms of up to this many written words are cached. */
const TERMS_MAX = 20_000;
const termsByWord = new Map<string, readonly string[]>();

/** The terms of a written word, wholes and parts. */
function termsOf(written: string): readonly string[] {
  const known = termsByWord.get(written);
  if (known) return known;
  const found = tokensOf(written).flatMap((token) => [token.term, ...token.parts]);
  if (termsByWord.size >= TERMS_MAX) termsByWord.clear();
  termsByWord.set(written, found);
  return found;
}
