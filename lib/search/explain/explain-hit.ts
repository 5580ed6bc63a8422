import { analysesOf } from "@/lib/search/index/analysed-cache";
import { type AnalysedVersion, FIELDS, placeOf } from "@/lib/search/query/analyse-version";
import type { QueryWord, QueryWords, Statistics, Variant } from "@/lib/search/query/query-words";
import type { ConfidenceTrace, Surroundings } from "@/lib/search/rank/match-quality";
import type { WordMatch } from "@/lib/search/rank/match-word";
import { equallyRelevant, type FitCriterion, fitDifference, type Rankable } from "@/lib/search/rank/order-hits";
import { type ScoreTrace, scoreText } from "@/lib/search/rank/rank";
import type { Ranked } from "@/lib/search/rank/rank-candidates";
import { ownConfidence } from "@/lib/search/rank/strength";
import type { Reasoned } from "@/lib/search/search-library";

/** How one word of the query was found in a version. */
export type FoundWord = Pick<QueryWord, "word" | "term" | "ordinary"> & {
  /** The form that scored; null when the word does not occur. */
  variant: Pick<Variant, "terms" | "weight"> | null;
  /** How often that form occurs in each field; of several terms the one that counts least. */
  occurrences: number[];
  /** The sum of the occurrences, each times the value of its field. */
  count: number;
  /** The importance of that form. */
  importance: number;
  /** The score of the word. */
  gain: number;
};

/** All numbers of one result. */
export type HitNumbers = {
  words: FoundWord[];
  /** Null for a version that was published a moment ago and is not analysed yet. */
  score: ScoreTrace | null;
  confidence: ConfidenceTrace;
};

export type ExplainedHit = Ranked & {
  /** From 1. */
  place: number;
  /** False for a weak match that the answer leaves out. */
  isListed: boolean;
  /** What put it below the result before it. */
  placedBy: "first" | "strength" | "tier" | FitCriterion;
  /** How many results count as equally relevant, itself included. */
  alike: number;
  /** How near an embedder found it to the query, 0 to 1. */
  nearness: number | null;
  /** Null for results that are only listed. */
  numbers: HitNumbers | null;
};

/** Results with all their numbers. */
const DETAILED = 5;

type Chooses = (ranked: Ranked) => boolean;

/** The results of an answer with their numbers; beside them the chosen one, and the nearest skill where there are none. */
export async function explainHits(
  { answer, matches, ranking }: Reasoned,
  isChosen: Chooses | null,
): Promise<{ listed: ExplainedHit[]; others: ExplainedHit[] }> {
  const shown = new Set(answer.hits.map(({ row }) => row.version_id));
  const isListed = ({ row }: Ranked) => shown.has(row.version_id);
  const placed = placedHits(ranking.ranked.filter(isListed));
  const nearest = placed.length === 0 ? ranking.ranked[0] : undefined;
  const others = ranking.ranked.filter((one) => !isListed(one) && (one === nearest || isChosen?.(one)));
  const wanted = [
    ...placed.map(({ hit }) => hit).filter((one, place) => place < DETAILED || isChosen?.(one)),
    ...others,
  ];
  const analyses = new Map(await analysesOf(wanted.map(({ row }) => row.version_id)));
  const detailed = new Set(wanted);
  const scoring = { words: matches.words, statistics: matches.statistics, surroundings: ranking.surroundings };
  const explained = (hit: Ranked): Pick<ExplainedHit, "nearness" | "numbers"> => ({
    nearness: hit.tier === "near_in_meaning" ? (matches.near.get(hit.row.version_id) ?? null) : null,
    numbers: detailed.has(hit) ? numbersOf(hit, analyses.get(hit.row.version_id), scoring) : null,
  });
  return {
    listed: placed.map(({ hit, ...place }) => ({ ...hit, ...place, isListed: true, ...explained(hit) })),
    others: others.map((hit) => ({
      ...hit,
      place: ranking.ranked.indexOf(hit) + 1,
      isListed: false,
      placedBy: "strength",
      alike: 1,
      ...explained(hit),
    })),
  };
}

type Scoring = { words: QueryWords; statistics: Statistics; surroundings: Surroundings };

/** All numbers of a hit, from the functions that ranked it. Pure. */
export function numbersOf(
  hit: Pick<Ranked, "tier" | "text" | "noAnswer">,
  version: AnalysedVersion | undefined,
  { words, statistics, surroundings }: Scoring,
): HitNumbers {
  const score: ScoreTrace = {
    fieldWeights: [],
    matches: [],
    total: 0,
    shares: { relevance: 0, near: 0, phrase: 0 },
    parts: { relevance: 0, lead: 0, near: 0, phrase: 0 },
  };
  const confidence: ConfidenceTrace = { rule: "curve", parts: null, told: 1, curve: 0 };
  const text = version ? scoreText(words, version, statistics, score) : hit.text;
  // Nearness in meaning changes a tier after the confidence was computed.
  const tier = hit.tier === "exact" ? hit.tier : text.tier;
  ownConfidence(words, { ...text, tier }, surroundings, hit.noAnswer !== null, confidence);
  return {
    words: version ? wordsIn(version, words.words, score) : [],
    score: version ? score : null,
    confidence,
  };
}

/** What put each hit where it is. */
export function placedHits<T extends Rankable>(ranked: readonly T[]) {
  const groups = equallyRelevant(ranked);
  return groups.flatMap((group, number) =>
    group.map((hit, inGroup) => {
      const before = group[inGroup - 1] ?? groups[number - 1]?.at(-1);
      return { hit, alike: group.length, place: ranked.indexOf(hit) + 1, placedBy: reasonOf(hit, before, inGroup > 0) };
    }),
  );
}

function reasonOf(hit: Rankable, before: Rankable | undefined, isAlike: boolean): ExplainedHit["placedBy"] {
  if (!before) return "first";
  if (before.strength !== hit.strength) return "strength";
  if (before.tier !== hit.tier) return "tier";
  return isAlike ? fitDifference(before, hit) : "score";
}

function wordsIn(version: AnalysedVersion, words: readonly QueryWord[], score: ScoreTrace): FoundWord[] {
  return words.map(({ word, term, ordinary }, place) => {
    const { variant = null, count = 0, gain = 0 } = score.matches[place] ?? {};
    const importance = variant?.importance ?? 0;
    const occurrences = variant ? occurrencesOf(version, variant, score.fieldWeights) : FIELDS.map(() => 0);
    return { word, term, ordinary, variant, occurrences, count, importance, gain };
  });
}

/** The occurrences in each field of the term of a variant that counts least. */
function occurrencesOf(
  version: AnalysedVersion,
  variant: NonNullable<WordMatch["variant"]>,
  weights: number[],
): number[] {
  const counted = variant.hashes.map((hash) => {
    const place = placeOf(version, hash);
    const occurrences = FIELDS.map((_, field) => version.counts[place * FIELDS.length + field] ?? 0);
    return { occurrences, count: occurrences.reduce((sum, each, field) => sum + each * (weights[field] ?? 0), 0) };
  });
  return counted.toSorted((a, b) => a.count - b.count)[0]?.occurrences ?? [];
}
