import { read } from "@/db/client";
import { markdownTexts } from "@/db/queries/search-documents";
import { cache, memo } from "@/lib/platform/lru";
import { hashOf } from "@/lib/search/query/analyse-version";
import { tokensOf } from "@/lib/search/query/terms";

/** A text and where its terms stand. */
export type SearchedText = {
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
export function placesOf({ occurrences }: SearchedText, hash: number): number[] {
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
