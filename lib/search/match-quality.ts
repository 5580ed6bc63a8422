import type { QueryWords } from "@/lib/search/query-words";
import type { TextScore, Tier } from "@/lib/search/rank";

export type MatchQuality = "full" | "partial" | "none";

/**
 * From a text score to the confidence that the version is about what was asked, by a logistic curve in the score and in
 * the names the version lacks. Fitted on labelled queries of one library of about two hundred skills. In a much smaller
 * library, or where most questions are near misses, it is too sure of itself: it orders answers well, but is no probability.
 */
export const CONFIDENCE = { intercept: -0.93, score: 4.41, missing: -4.1 } as const;
/** From here on the library says that it answers. */
export const ANSWERED_CONFIDENCE = 0.6;
/** From here on a match is full, if nothing that matters is missing. */
const FULL_CONFIDENCE = 0.9;
const FULL_MISSING_MAX = 0.05;
/** Below this nothing is said to match. */
export const LISTED_CONFIDENCE = 0.15;

/** The importance below which a query hardly says anything ("x", "use it"): its matches are chance. */
const ASKED_ENOUGH = 0.2;

/** 0 to 1: how likely it is that the best hit answers the query. An exact title, slug or id is certain. */
export function confidenceOf(query: QueryWords, best: Pick<TextScore, "score" | "missing"> & { tier: Tier }): number {
  if (best.tier === "exact") return 1;
  if (query.words.length === 0 || best.score === 0) return 0;
  const { intercept, score, missing } = CONFIDENCE;
  const asked = query.words.reduce((sum, word) => sum + word.importance, 0);
  return Math.min(1, asked / ASKED_ENOUGH) / (1 + Math.exp(-(intercept + score * best.score + missing * best.missing)));
}

/** What the library says of its own answer. `answered`: full, or partial above the calibrated threshold. */
export function matchQuality(
  confidence: number,
  best: Pick<TextScore, "missing"> & { tier: Tier },
): { match_quality: MatchQuality; answered: boolean } {
  if (confidence < LISTED_CONFIDENCE) return { match_quality: "none", answered: false };
  const full = best.tier === "exact" || (confidence >= FULL_CONFIDENCE && best.missing <= FULL_MISSING_MAX);
  return { match_quality: full ? "full" : "partial", answered: full || confidence >= ANSWERED_CONFIDENCE };
}
