import { ANSWERED_CONFIDENCE, type Best, confidenceOf, type Surroundings } from "@/lib/search/match-quality";
import { orderHits, type Rankable } from "@/lib/search/order-hits";
import type { QueryWords } from "@/lib/search/query-words";
import type { TextScore } from "@/lib/search/rank";

/** What nearness in meaning adds to the text score, within its own tier alone. */
export const MEANING_WEIGHT = 1;
/** What nearness in meaning alone may reach: below the confidence from which the library answers. */
export const MEANING_CONFIDENCE_MAX = 0.4;

type Hit = Rankable & { row: { version_id: string }; text: TextScore };

/**
 * The hits in their order, with those that an embedder says are near lifted above hits that share only some words. Never above
 * an exact name or a text that says all or most words, and not at all when the best text surely answers: so no vector takes
 * the place of an answer.
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
