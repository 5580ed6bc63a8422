import { type AnalysedVersion, placeOf } from "@/lib/search/analyse-version";
import type { QueryWord, Variant } from "@/lib/search/query-words";

/** How soon more occurrences of a word stop to count: at this weighted count, half of the word is earned. */
export const SATURATION = 2.5;
/** Title and description, as bits of a set of fields. */
const LEAD = 0b11;

export type WordMatch = {
  /** What the word earns: its importance, saturated by the weighted count of its best variant. */
  gain: number;
  /** The importance of the best variant that occurs at all. */
  importance: number;
  /** The same for variants that stand in title or description; 0 if none does. */
  lead: number;
  /** Bits of the body slices in which a variant stands. */
  slices: number;
  /** Bits of the fields of the variant that earned most. */
  fields: number;
};

/** The best way in which a query word occurs in a version, or null. `weights` has what one occurrence in each field counts. */
export function matchWord(word: QueryWord, version: AnalysedVersion, weights: readonly number[]): WordMatch | null {
  const best: WordMatch = { gain: 0, importance: 0, lead: 0, slices: 0, fields: 0 };
  for (const variant of word.variants) {
    const found = matchVariant(variant, version, weights);
    if (found === null) continue;
    best.slices |= found.slices;
    best.importance = Math.max(best.importance, variant.importance);
    if (found.lead) best.lead = Math.max(best.lead, variant.importance);
    const gain = (variant.importance * found.count) / (SATURATION + found.count);
    if (gain <= best.gain) continue;
    best.gain = gain;
    best.fields = found.fields;
  }
  return best.gain > 0 ? best : null;
}

function matchVariant(variant: Variant, version: AnalysedVersion, weights: readonly number[]) {
  let count = Number.POSITIVE_INFINITY;
  let slices = -1;
  let fields = 0;
  let lead = true;
  for (const hash of variant.hashes) {
    const place = placeOf(version, hash);
    if (place < 0) return null;
    let weighted = 0;
    let inFields = 0;
    for (let field = 0; field < weights.length; field += 1) {
      const occurrences = version.counts[place * 4 + field] ?? 0;
      if (occurrences === 0) continue;
      weighted += (weights[field] ?? 0) * occurrences;
      inFields |= 1 << field;
    }
    count = Math.min(count, weighted);
    slices &= version.slices[place] ?? 0;
    fields |= inFields;
    if ((inFields & LEAD) === 0) lead = false;
  }
  return { count, slices, fields, lead };
}
