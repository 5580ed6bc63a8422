import { hashOf } from "@/lib/search/query/analyse-version";
import type { QueryWord } from "@/lib/search/query/query-words";
import { passageAt } from "@/lib/search/rank/passage";
import { placesOf, type SearchedText } from "@/lib/search/rank/searched-texts";
import { linesOf } from "@/lib/text/markdown/lines";

export const EXCERPT_CHARACTERS_MAX = 300;
/** Looser variants would select passages that confuse the reader. */
export const SHOWN_WEIGHT_MIN = 0.7;
/** A heading names what its text says. */
const HEADING_SHARE = 0.5;
/** Lines tried when nothing of the best can be shown, as of a line of code that is too long. */
const TRIES_MAX = 8;

/**
 * The passage of a markdown text that matches the query best, exactly as it is written: at most 300 characters, cut at
 * words, never inside inline code, in fenced code only at line ends, and without HTML tags. `…` marks a cut inside a
 * paragraph or a code block. Null when no passage matches or none can be shown. It must be escaped for display.
 */
export function excerptOf(text: SearchedText, words: readonly QueryWord[]): string | null {
  const { markdown } = text;
  const places = soughtOf(words).flatMap(({ hash, value }) =>
    placesOf(text, hash).map((place) => ({ place, hash, value })),
  );
  if (places.length === 0) return null;
  const said = new Map<number, { terms: Map<number, number>; first: number }>();
  let [line, end] = [0, markdown.indexOf("\n")];
  // In order: searching back for the start of the line from each place took quadratic time.
  for (const { place, hash, value } of places.sort((a, b) => a.place - b.place)) {
    for (; end >= 0 && end < place; end = markdown.indexOf("\n", line)) line = end + 1;
    const found = said.get(line) ?? { terms: new Map<number, number>(), first: place };
    found.terms.set(hash, value);
    said.set(line, found);
  }
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
function scoreOf(markdown: string, start: number, terms: ReadonlyMap<number, number>): number {
  let score = 0;
  for (const value of terms.values()) score += value;
  return markdown.charAt(start) === "#" ? score * HEADING_SHARE : score;
}

type Sought = ReadonlyArray<{ hash: number; value: number }>;
const soughtFor = new WeakMap<readonly QueryWord[], Sought>();

/** The terms to find, built once for all texts of a search. */
function soughtOf(words: readonly QueryWord[]): Sought {
  const kept = soughtFor.get(words);
  if (kept) return kept;
  const sought = [...importanceOf(words)].map(([term, value]) => ({ hash: hashOf(term), value }));
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
