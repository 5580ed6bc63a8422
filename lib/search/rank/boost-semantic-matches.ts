import type { QueryWords } from "@/lib/search/query/query-words";
import { ANSWERED_CONFIDENCE, type Best, confidenceOf, type Surroundings } from "@/lib/search/rank/match-quality";
import { orderHits, type Rankable } from "@/lib/search/rank/order-hits";
import type { TextScore } from "@/lib/search/rank/rank";

/** Boost of a semantic match to the text score, within its own tier only. */
export const MEANING_WEIGHT = 1;
/** Confidence cap for a purely semantic match: below the threshold for answers. */
export const MEANING_CONFIDENCE_MAX = 0.4;

type Hit = Rankable & { row: { version_id: string }; text: TextScore };

/**
 * Boosts semantic matches above hits that share only some words. Never above an exact name or a text with all or most
 * words, and not at all when the best text surely answers: a vector never displaces an answer.
 */
export function boostSemanticMatches<T extends Hit>(
  hits: readonly T[],
  near: ReadonlyMap<string, number>,
  words: QueryWords,
  surroundings: Surroundings,
): T[] {
  const byText = orderHits(hits);
  const first = byText[0];
  if (near.size === 0 || !first) return byText;
  const best: Best = { ...first.text, tier: first.tier };
  if (confidenceOf(words, best, surroundings) >= ANSWERED_CONFIDENCE) return byText;
  return orderHits(
    hits.map((hit) => {
      const nearness = near.get(hit.row.version_id);
      return nearness === undefined || hit.tier !== "some_words"
        ? hit
        : { ...hit, tier: "near_in_meaning" as const, score: hit.score + MEANING_WEIGHT * nearness };
    }),
  );
}
