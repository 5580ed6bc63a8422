import type { QueryWords } from "@/lib/search/query/query-words";
import type { TextScore, Tier } from "@/lib/search/rank/rank";

export type MatchQuality = "full" | "partial" | "none";

/**
 * From a text score to the probability that the version answers the query, by a logistic curve over: the score, its
 * lead over the tenth best skill, the missing names and technical terms, and the logarithm of the number of query words
 * (half of a long question is more evidence than half of a short one). Fitted on labelled queries against a library of
 * two hundred skills and random parts of it, down to a fifth, so that most queries had near misses only.
 */
export const CONFIDENCE = { intercept: -5.6, score: 2.8, standsOut: 3.1, missing: -2.2, words: 1.6 } as const;
/**
 * The tenth best score counts against the best with at most this share of the best's own. A query that everything
 * matches a little stays unsure; a library with many skills on one subject still answers it.
 */
export const TENTH_SHARE_MAX = 0.5;
/** A library of half the size has half the answers: between these numbers of versions the odds fall with the number. */
export const SMALL_LIBRARY = { from: 40, to: 200 } as const;
/** From this confidence on the library claims an answer. */
export const ANSWERED_CONFIDENCE = 0.5;
/** From this confidence on a match is full, if nothing important is missing. */
export const FULL_CONFIDENCE = 0.8;
export const FULL_MISSING_MAX = 0.05;
/**
 * A match whose title and description contain less than this share of the query is partial, whatever its confidence.
 */
export const FULL_LEAD_MIN = 0.3;
/** Below this confidence of the best hit nothing counts as a match. */
export const LISTED_CONFIDENCE = 0.1;
/**
 * Below this confidence a hit beside a match only shares words with the query. Chosen on the labelled queries: every
 * relevant skill among the first five stays, and at 0.03 the first one goes.
 */
export const FAIR_CONFIDENCE = 0.02;

/** Minimum confidence when title and description contain the whole query of two words or more. */
export const ALL_SAID_CONFIDENCE = 0.8;

/**
 * Confidence cap for results that are listed but not counted as answers: versions of a technology other than the
 * query's, and a lone word that is common in the library.
 */
export const UNSURE_CONFIDENCE_MAX = 0.45;
/** From this importance on a single word is a sufficient query ("upsert"; not "error"). */
export const LONE_WORD_IMPORTANCE_MIN = 0.3;

/** Factor when no word of the query states a topic ("x", "use it"): its matches are chance. */
export const NOTHING_TOLD = 0.15;

export type Best = Pick<TextScore, "score" | "missing" | "isForeign"> & { tier: Tier };
/**
 * The number of versions in the library, and the tenth best score among the skills that fit the caller (0 if there is
 * none).
 */
export type Surroundings = { documents: number; tenth: number };

/** 0 to 1: the probability that the best hit answers the query. An exact title, slug or id is certain. */
export function confidenceOf(query: QueryWords, best: Best, { documents, tenth }: Surroundings): number {
  if (best.tier === "exact") return 1;
  if (query.words.length === 0 || best.score === 0) return 0;
  const { intercept, score, standsOut, missing, words } = CONFIDENCE;
  const logit =
    intercept +
    score * best.score +
    standsOut * (best.score - Math.min(tenth, best.score * TENTH_SHARE_MAX)) +
    missing * best.missing +
    words * Math.log(1 + query.words.length) +
    Math.min(0, Math.log(Math.max(SMALL_LIBRARY.from, documents) / SMALL_LIBRARY.to));
  const told = query.words.some((word) => word.telling) ? 1 : NOTHING_TOLD;
  const confidence = told / (1 + Math.exp(-logit));
  const [first, second] = query.words;
  const isVague = second === undefined && (first?.importance ?? 0) < LONE_WORD_IMPORTANCE_MIN;
  if (best.isForeign || isVague) return Math.min(confidence, UNSURE_CONFIDENCE_MAX);
  const said = best.tier === "all_words" && best.missing === 0 && query.words.length >= 2 && told === 1;
  return said ? Math.max(confidence, ALL_SAID_CONFIDENCE) : confidence;
}

/**
 * The library's rating of its own answer by the confidence in its first hit. `answered`: full, or partial above the
 * calibrated threshold. `isMatched`: whether any hit counts as a match, which need not be the first.
 */
export function matchQuality(
  confidence: number,
  best: Pick<TextScore, "missing" | "lead"> & { tier: Tier },
  isMatched: boolean = confidence >= LISTED_CONFIDENCE,
): { match_quality: MatchQuality; answered: boolean } {
  if (!isMatched) return { match_quality: "none", answered: false };
  const isWhole = best.missing <= FULL_MISSING_MAX && best.lead >= FULL_LEAD_MIN;
  const full = confidence >= FULL_CONFIDENCE && (best.tier === "exact" || isWhole);
  return { match_quality: full ? "full" : "partial", answered: full || confidence >= ANSWERED_CONFIDENCE };
}

/** The rating where something that the caller gave was not used: never full, no answer. */
export function unanswered({ match_quality }: { match_quality: MatchQuality }): {
  match_quality: MatchQuality;
  answered: boolean;
} {
  return { match_quality: match_quality === "full" ? "partial" : match_quality, answered: false };
}
