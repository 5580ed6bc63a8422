import { read } from "@/db/client";
import { markdownTexts } from "@/db/queries/search-documents";
import { cache, memo } from "@/lib/platform/caches";
import { hashOf } from "@/lib/search/query/analyse-version";
import type { QueryWord } from "@/lib/search/query/query-words";
import { eachWritten, type Token, tokensOf } from "@/lib/search/query/terms";
import { RELATED_WEIGHT } from "@/lib/search/query/vocabulary";
import { passageAt } from "@/lib/search/rank/passage";
import { linesOf } from "@/lib/text/markdown/lines";

export const EXCERPT_CHARACTERS_MAX = 300;
/** Looser variants would select passages that confuse the reader. */
const SHOWN_WEIGHT_MIN = 0.7;
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

/** A text and where its terms stand. */
type SearchedText = {
  markdown: string;
  /** Each occurrence of a term as its hash times `PLACES` plus the place where its word begins, in ascending order. */
  occurrences: Float64Array;
};

/** About a thousand texts of usual length. */
const KEPT_BYTES_MAX = 32_000_000;
/** Together with a hash of 32 bits a number holds a place below this exactly. What stands behind has no excerpt. */
const PLACES = 2 ** 21;
/**
 * A word with its joined parts. Both are bounded: a run without blanks would otherwise be one word, and each search in it
 * would read it to the end.
 */
const WRITTEN = /[\p{L}\p{M}\p{N}_]{1,48}(?:[.\-+/#:@][\p{L}\p{M}\p{N}_]{1,48}){0,5}/gu;

/** The markdown of these versions, which never changes: recently used ones from memory. */
export async function searchedTexts(version_ids: readonly string[]): Promise<Map<string, SearchedText>> {
  const kept = cache<SearchedText>("searched-texts", KEPT_BYTES_MAX);
  const found = new Map<string, SearchedText>();
  const missing: string[] = [];
  for (const id of version_ids) {
    const text = kept.get(id);
    if (text === undefined) missing.push(id);
    else found.set(id, text);
  }
  if (missing.length === 0) return found;
  for (const { version_id, markdown } of await read((sql) => markdownTexts(sql, missing))) {
    const text = searchedText(markdown);
    found.set(version_id, text);
    kept.set(version_id, text);
  }
  return found;
}

/** Reads a text once for all searches that show an excerpt of it. Linear in the text. */
export function searchedText(markdown: string): SearchedText {
  const occurrences: number[] = [];
  for (const { 0: written, index } of markdown.matchAll(WRITTEN)) {
    if (index >= PLACES) break;
    for (const hash of hashesOf(written)) occurrences.push(hash * PLACES + index);
  }
  return { markdown, occurrences: Float64Array.from(occurrences).sort() };
}

/** The places where a term of this hash stands, in ascending order. */
function placesOf({ occurrences }: SearchedText, hash: number): number[] {
  const from = hash * PLACES;
  let [low, high] = [0, occurrences.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((occurrences[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const places: number[] = [];
  for (; (occurrences[low] ?? Number.POSITIVE_INFINITY) < from + PLACES; low += 1)
    places.push((occurrences[low] ?? 0) - from);
  return places;
}

/** Texts repeat their words, so the hashes of some twenty thousand written words are kept. */
const HASHES_BYTES_MAX = 4_000_000;
const hashesByWord = memo<readonly number[]>("term-hashes", HASHES_BYTES_MAX);

/** The hashes of the terms of a written word, wholes and parts. */
function hashesOf(written: string): readonly number[] {
  const known = hashesByWord.get(written);
  if (known) return known;
  const found = [...new Set(tokensOf(written).flatMap((token) => [token.term, ...token.parts]))].map(hashOf);
  hashesByWord.set(written, found);
  return found;
}

/**
 * The words of these texts that a query matched, as written and without duplicates, in query order: "Next.js" for
 * nextjs, "caching" for cache, "PostgreSQL" for a mistyped postgers. Uses the ranking's analysis. Where a text contains
 * a word or a close form, looser spellings of it are omitted. Words that are only related ("views" for page) match, but
 * are not the words that were asked for, so they are never among them. For the few hits that are shown.
 */
export function matchedWords(texts: readonly string[], words: readonly QueryWord[]): string[] {
  const { asked, wanted } = wantedOf(words);
  const written = writtenTerms(texts, wanted);
  const matched = new Map<string, string>();
  for (const { variants } of asked) {
    const said = variants.filter(
      ({ terms, weight }) => weight > RELATED_WEIGHT && terms.every((term) => written.has(term)),
    );
    const near = said.filter(({ weight }) => weight >= SHOWN_WEIGHT_MIN);
    for (const { terms } of near.length > 0 ? near : said)
      for (const term of terms)
        for (const word of written.get(term) ?? [])
          if (!matched.has(word.toLowerCase())) matched.set(word.toLowerCase(), word);
  }
  return [...matched.values()];
}

type WantedTerms = { asked: readonly QueryWord[]; wanted: ReadonlySet<string> };
const wantedFor = new WeakMap<readonly QueryWord[], WantedTerms>();

/** The search terms, built once for all texts of a search. */
function wantedOf(words: readonly QueryWord[]): WantedTerms {
  const kept = wantedFor.get(words);
  if (kept) return kept;
  const asked = askedOf(words);
  const wanted = new Set(asked.flatMap(({ variants }) => variants.flatMap(({ terms }) => terms)));
  const sought = { asked, wanted };
  wantedFor.set(words, sought);
  return sought;
}

/** Words like "use" or "want" explain a match only if the query has no other words. */
function askedOf(words: readonly QueryWord[]): readonly QueryWord[] {
  const telling = words.filter((word) => word.telling);
  return telling.length > 0 ? telling : words;
}

function writtenTerms(texts: readonly string[], wanted: ReadonlySet<string>): Map<string, Set<string>> {
  const written = new Map<string, Set<string>>();
  const note = (text: string, run: string, token: Token, term: string) => {
    const word = wordIn(run, token, term);
    // Folded characters differ from the text as written.
    if (text.includes(word)) written.set(term, (written.get(term) ?? new Set()).add(word));
  };
  for (const text of texts) {
    eachWritten(text, (run, tokens) => {
      for (const token of tokens) {
        if (wanted.has(token.term)) note(text, run, token, token.term);
        for (const part of token.parts) if (wanted.has(part)) note(text, run, token, part);
      }
    });
  }
  return written;
}

/**
 * The part of a run of characters that matches the term: "upsert" in "postgres-upsert", or the whole run where no part
 * stands alone.
 */
function wordIn(run: string, token: Token, term: string): string {
  const bare = run.replace(/['’](?:s|re|ve|ll|d|m)?$/i, "");
  if (token.word === bare.toLowerCase() && token.term === term) return bare;
  const part = bare.split(/[^\p{L}\p{M}\p{N}]+/u).find((piece) => piece !== bare && tokensOf(piece)[0]?.term === term);
  return part ?? (bare.includes(term) && token.parts.length === 0 ? term : bare);
}
