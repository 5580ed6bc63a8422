import type { Rankable } from "@/lib/search/rank/order-hits";
import { strengthOf } from "@/lib/search/rank/strength";

/** Boost of a semantic match to the text score, within its own tier only. */
export const MEANING_WEIGHT = 1;
/** Confidence cap for a purely semantic match: below the threshold for answers. */
export const MEANING_CONFIDENCE_MAX = 0.4;

type Hit = Rankable & { row: { version_id: string }; confidence: number };

/**
 * Boosts semantic matches above hits that share only some words. Never above an exact name or a
 * text with all or most words, and not at all when a text surely answers: a vector never displaces an answer.
 */
export function boostSemanticMatches<T extends Hit>(
  hits: readonly T[],
  near: ReadonlyMap<string, number>,
): readonly T[] {
  if (near.size === 0 || hits.some(({ strength }) => strength === "strong")) return hits;
  return hits.map((hit) => {
    const nearness = near.get(hit.row.version_id);
    if (nearness === undefined || hit.tier !== "some_words") return hit;
    const confidence = Math.max(hit.confidence, MEANING_CONFIDENCE_MAX * nearness);
    const score = hit.score + MEANING_WEIGHT * nearness;
    return { ...hit, tier: "near_in_meaning" as const, score, confidence, strength: strengthOf(confidence) };
  });
}
