import { type AnalysedVersion, placeOf } from "@/lib/search/query/analyse-version";
import type { QueryWord, Variant } from "@/lib/search/query/query-words";
import { RELATED_WEIGHT } from "@/lib/search/query/vocabulary";

/** Saturation of repeated occurrences: at this weighted count, half of the word's score is earned. */
export const SATURATION = 2.5;
/** The title, and title with description, as bits of a set of fields. */
export const TITLE = 0b01;
export const LEAD = 0b11;
const ALL_FIELDS = 4;

export type WordMatch = {
  /** The word's score: its importance, saturated by the weighted count of its best variant. */
  gain: number;
  /** The importance of the best variant that occurs at all. */
  importance: number;
  /** The same for variants in title or description; 0 if there is none. */
  lead: number;
  /** Bits of the body slices in which a variant occurs. */
  slices: number;
  /** Bits of the fields of the variant with the highest score. */
  fields: number;
  /** Bits of the fields in which the word itself occurs in any spelling, and not only a related one. */
  said: number;
  /** The variant with the highest score, and its weighted count; null if none occurs. */
  variant: Variant | null;
  count: number;
};

/**
 * The best match of a query word in a version, written into `best`; returns whether it occurs at all. `weights` is the
 * value of one occurrence in each field. Runs for every word of every candidate, so it allocates no objects.
 */
export function matchWord(
  word: QueryWord,
  version: AnalysedVersion,
  weights: ArrayLike<number>,
  best: WordMatch,
): boolean {
  best.gain = 0;
  best.importance = 0;
  best.lead = 0;
  best.slices = 0;
  best.fields = 0;
  best.said = 0;
  best.variant = null;
  best.count = 0;
  const { counts, slices } = version;
  for (const variant of word.variants) {
    const { hashes, weight, importance } = variant;
    let count = Number.POSITIVE_INFINITY;
    let inSlices = -1;
    let inFields = 0;
    let lead = true;
    for (const hash of hashes) {
      const place = placeOf(version, hash);
      if (place < 0) {
        count = 0;
        break;
      }
      let weighted = 0;
      let fields = 0;
      for (let field = 0; field < ALL_FIELDS; field += 1) {
        const occurrences = counts[place * ALL_FIELDS + field] ?? 0;
        if (occurrences === 0) continue;
        weighted += (weights[field] ?? 0) * occurrences;
        fields |= 1 << field;
      }
      if (weighted < count) count = weighted;
      inSlices &= slices[place] ?? 0;
      inFields |= fields;
      if ((fields & LEAD) === 0) lead = false;
    }
    if (count === 0 || hashes.length === 0) continue;
    if (weight > RELATED_WEIGHT) best.said |= inFields;
    best.slices |= inSlices;
    if (importance > best.importance) best.importance = importance;
    if (lead && importance > best.lead) best.lead = importance;
    const gain = (importance * count) / (SATURATION + count);
    if (gain <= best.gain) continue;
    best.gain = gain;
    best.fields = inFields;
    best.variant = variant;
    best.count = count;
  }
  return best.gain > 0;
}
