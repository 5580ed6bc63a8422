import { Strength } from "@/lib/contract/search-answer";
import type { QueryWords } from "@/lib/search/query/query-words";
import { builtOn } from "@/lib/search/query/technology-table";
import type { TextScore, Tier } from "@/lib/search/rank/rank";

export type MatchQuality = "full" | "partial" | "none";

/**
 * From a text score to the probability that the version answers the query, by a logistic curve over: the score, its
 * lead over the tenth best skill, the missing names and technical terms, and the logarithm of the number of query
 * words, up to ten (half of a long question is more evidence than half of a short one). Terms that are listed behind
 * a question were chosen to be found, so the same score with them is less evidence: the less of the topic is in title
 * and description, and the more so when the title has none of it. Fitted on labelled queries against a library of two
 * hundred skills and random parts of it, down to a fifth, so that most queries had near misses only.
 */
export const CONFIDENCE = {
  intercept: -5.6,
  score: 2.8,
  standsOut: 3.1,
  missing: -2.2,
  words: 1.6,
  listed: -2.6,
  listedTopic: 3.25,
  untitled: -1.5,
} as const;
/** More words than these are no more evidence. */
export const WORDS_COUNTED_MAX = 10;
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
 * query's, a lone word that is common in the library, versions that mention the topic of a short question aside or
 * are about another topic of the same product, and questions of which only some words were understood.
 */
export const UNSURE_CONFIDENCE_MAX = 0.45;
/** From this importance on a single word is a sufficient query ("upsert"; not "error"). */
export const LONE_WORD_IMPORTANCE_MIN = 0.3;

/** A question with no more words about its topic than these is answered only by a title with one of them. */
export const TITLED_WORDS_MAX = 2;
/** Nor is it answered by a version that lacks more than this share of its names and technical terms. */
export const TITLED_MISSING_MAX = 0.25;

/**
 * Most texts about a product use its everyday words. A question that names one technology is answered only by a version
 * whose title and description have at least `leadMin` of its other words about the topic, if these are at most
 * `wordsMax`, and whose title has one of them, if these are at most `titledMax`. More words, several technologies or
 * listed terms say enough without.
 */
export const NAMED_TOPIC = { wordsMax: 4, leadMin: 0.45, titledMax: 3 } as const;

/** Factor when no word of the query states a topic ("x", "use it"): its matches are chance. */
export const NOTHING_TOLD = 0.15;

export type Best = Pick<TextScore, "score" | "missing" | "isForeign" | "isTitled" | "isTopicTitled" | "topicLead"> & {
  tier: Tier;
};
/**
 * The number of versions in the library, and the tenth best score among the skills that fit the caller (0 if there is
 * none).
 */
export type Surroundings = { documents: number; tenth: number };

/** What decided a confidence: only the curve, or a rule that replaced or limited it. */
export type ConfidenceRule =
  | "curve"
  | "exact"
  | "nothing_matches"
  | "foreign"
  | "vague"
  | "aside"
  | "elsewhere"
  | "unread"
  | "all_said"
  | "no_answer";
/** How a confidence came about: `confidenceOf` fills it for an explanation. */
export type ConfidenceTrace = {
  rule: ConfidenceRule;
  /** Their sum is the logit of the curve; null where the curve was not used. */
  parts: {
    intercept: number;
    score: number;
    standsOut: number;
    missing: number;
    words: number;
    listed: number;
    library: number;
  } | null;
  /** The factor when no word states a topic, else 1. */
  told: number;
  /** The confidence by the curve and that factor, before any rule. */
  curve: number;
};

/** 0 to 1: the probability that the best hit answers the query. An exact title, slug or id is certain. */
export function confidenceOf(
  query: QueryWords,
  best: Best,
  { documents, tenth }: Surroundings,
  trace?: ConfidenceTrace,
): number {
  if (best.tier === "exact") return decided(1, "exact", trace);
  if (query.words.length === 0 || best.score === 0) return decided(0, "nothing_matches", trace);
  const { intercept, score, standsOut, missing, words, listed, listedTopic, untitled } = CONFIDENCE;
  const byScore = score * best.score;
  const byLead = standsOut * (best.score - Math.min(tenth, best.score * TENTH_SHARE_MAX));
  const byMissing = missing * best.missing;
  const byLength = words * Math.log(1 + Math.min(WORDS_COUNTED_MAX, query.words.length));
  const byList = query.hasList
    ? Math.min(0, listed + listedTopic * best.topicLead) + (best.isTopicTitled ? 0 : untitled)
    : 0;
  const bySize = Math.min(0, Math.log(Math.max(SMALL_LIBRARY.from, documents) / SMALL_LIBRARY.to));
  const logit = intercept + byScore + byLead + byMissing + byLength + byList + bySize;
  const telling = query.words.filter((word) => word.telling).length;
  const told = telling > 0 ? 1 : NOTHING_TOLD;
  const confidence = told / (1 + Math.exp(-logit));
  if (trace) {
    trace.parts = {
      intercept,
      score: byScore,
      standsOut: byLead,
      missing: byMissing,
      words: byLength,
      listed: byList,
      library: bySize,
    };
    trace.told = told;
    trace.curve = confidence;
  }
  const [first, second] = query.words;
  const isVague = second === undefined && (first?.importance ?? 0) < LONE_WORD_IMPORTANCE_MIN;
  const isShort = telling <= TITLED_WORDS_MAX && telling < query.words.length;
  const isAside = isShort && (!best.isTitled || best.missing > TITLED_MISSING_MAX);
  const isElsewhere = isOnOtherTopic(query, best);
  const isUnread = query.unread.length > 0;
  if (best.isForeign || isVague || isAside || isElsewhere || isUnread) {
    const byWords = isVague ? "vague" : isAside ? "aside" : isElsewhere ? "elsewhere" : "unread";
    const rule = best.isForeign ? "foreign" : byWords;
    return decided(Math.min(confidence, UNSURE_CONFIDENCE_MAX), rule, trace);
  }
  const said = best.tier === "all_words" && best.missing === 0 && query.words.length >= 2 && told === 1;
  return said ? decided(Math.max(confidence, ALL_SAID_CONFIDENCE), "all_said", trace) : confidence;
}

/** Whether a question about one technology has another topic than a version, by `NAMED_TOPIC`. */
function isOnOtherTopic({ words, hasList }: QueryWords, { topicLead, isTopicTitled }: Best): boolean {
  const topic = words.filter((word) => word.telling && !word.names).length;
  const isAboutOne = !hasList && words.filter((word) => word.names).length === 1;
  if (!isAboutOne || topic === 0 || topic > NAMED_TOPIC.wordsMax) return false;
  return topicLead < NAMED_TOPIC.leadMin || (topic <= NAMED_TOPIC.titledMax && !isTopicTitled);
}

/** Notes the rule that gave this confidence. */
function decided(confidence: number, rule: ConfidenceRule, trace: ConfidenceTrace | undefined): number {
  if (trace) trace.rule = rule;
  return confidence;
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

export type { Strength };

/** Best first. */
const STRENGTHS = Strength.options;

/** The strength of a hit of this confidence, beside a match. */
export function strengthOf(confidence: number): Strength {
  if (confidence >= ANSWERED_CONFIDENCE) return "strong";
  return confidence >= FAIR_CONFIDENCE ? "fair" : "weak";
}

/** Whether any of the hits counts as a match. */
export function anyMatch(hits: readonly { confidence: number }[]): boolean {
  return hits.some(({ confidence }) => confidence >= LISTED_CONFIDENCE);
}

/** The same hits, all weak when none of them counts as a match. */
export function weakWithoutMatch<T extends { confidence: number; strength: Strength }>(hits: readonly T[]): T[] {
  if (anyMatch(hits)) return [...hits];
  return hits.map((hit) => ({ ...hit, strength: "weak" }));
}

/** Negative when `a` is the stronger one. */
export function byStrength(a: { strength: Strength }, b: { strength: Strength }): number {
  return STRENGTHS.indexOf(a.strength) - STRENGTHS.indexOf(b.strength);
}

/** A hit's own confidence. One that is not an answer for this caller stays below the threshold for answers. */
export function ownConfidence(
  query: QueryWords,
  best: Best,
  surroundings: Surroundings,
  isNoAnswer: boolean,
  trace?: ConfidenceTrace,
): number {
  const confidence = confidenceOf(query, best, surroundings, trace);
  if (!isNoAnswer || confidence <= UNSURE_CONFIDENCE_MAX) return confidence;
  return decided(UNSURE_CONFIDENCE_MAX, "no_answer", trace);
}

/** The caller's technologies with those that they are built on. Normalised names. */
export function technologiesCounted(named: readonly string[]): ReadonlySet<string> {
  return new Set(named.flatMap((name) => [name, ...(builtOn.get(name) ?? [])]));
}

/** Whether a version names technologies, but none that counts as named by the caller. Without a caller's: never. */
export function isForOtherTechnology(counted: ReadonlySet<string>, technologies: readonly string[]): boolean {
  return counted.size > 0 && technologies.length > 0 && !technologies.some((name) => counted.has(name));
}
