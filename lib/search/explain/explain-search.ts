import { read } from "@/db/client";
import { type ListedRow, selectedRows } from "@/db/queries/search-rows";
import { RESULTS_MAX } from "@/lib/contract/public/search";
import { type Asked, askedOf } from "@/lib/search/asked/read-asked";
import { RELEVANT_MAX } from "@/lib/search/directory";
import { analysesOf } from "@/lib/search/index/analysed-cache";
import { type AnalysedVersion, FIELDS, placeOf } from "@/lib/search/query/analyse-version";
import type { QueryWord, QueryWords, Statistics, Variant } from "@/lib/search/query/query-words";
import { type ConfidenceTrace, ownConfidence, type Surroundings } from "@/lib/search/rank/match-quality";
import type { WordMatch } from "@/lib/search/rank/match-word";
import { equallyRelevant, type FitCriterion, fitDifference, type Rankable } from "@/lib/search/rank/order-hits";
import { type ScoreTrace, scoreText } from "@/lib/search/rank/rank";
import { type Incompatible, NOTHING_NAMED, type Ranked } from "@/lib/search/rank/rank-candidates";
import { type LibraryAnswer, type Reasoned, searchWithReasons } from "@/lib/search/search-library";

export type ExplainInput = {
  query: string;
  technology?: string | undefined;
  version?: string | undefined;
  /** The result that the explanation is about, by skill id or slug; default: the first one. */
  skill?: string | undefined;
  /** As the directory searches: weak matches are listed, and the last word may be the start of a longer one. */
  inDirectory?: boolean | undefined;
};

export type ExplainedWord = {
  term: string;
  word: string;
  /** 0 to 1: its rarity in the library, less for words that say little about a topic. */
  importance: number;
  /** Versions that contain it. */
  documents: number;
  ordinary: boolean;
  names: boolean;
  telling: boolean;
  known: boolean;
  /** What else counts as this word, and how much of it; the most important first. */
  variants: ReadonlyArray<{ terms: readonly string[]; weight: number }>;
};

type Outsider = Pick<ListedRow, "skill_id" | "slug" | "title">;
/** The skill that an explanation was asked for: a result, or why it is none. */
export type Chosen =
  | { kind: "hit"; hit: ExplainedHit }
  | { kind: "incompatible"; skill: Outsider; judged: Incompatible }
  | { kind: "no_candidate"; skill: Outsider }
  | { kind: "not_offered" };

export type Explanation = {
  input: ExplainInput;
  asked: Pick<Asked, "technologies" | "warnings" | "constraintIgnored">;
  answer: Pick<LibraryAnswer, "match_quality" | "answered" | "nothing_fits" | "degraded" | "excluded_incompatible">;
  words: ExplainedWord[];
  /** The results in their order; the first ones and the chosen one with all numbers. */
  hits: ExplainedHit[];
  /** The best of the skills that are too weak to be results, where there are no results. */
  nearest: ExplainedHit | null;
  chosen: Chosen | null;
  /** Versions in the library, candidates that were scored, and the tenth best text score among those that fit. */
  documents: number;
  candidates: number;
  tenth: number;
};

/**
 * Searches as the public search does, or as the directory does, and returns the answer with all numbers that it was
 * made from. Stores nothing and opens no thread. Throws `unavailable` when the database is away.
 */
export async function explainSearch(input: ExplainInput): Promise<Explanation> {
  const { query, technology, version, inDirectory = false } = input;
  const asked = await askedOf({ technology, version, query, ...(inDirectory ? { infer: false } : {}) });
  const { entries: applicability, technologies, constraintIgnored, warnings } = asked;
  const reasoned = await searchWithReasons({
    query,
    applicability,
    constraintIgnored,
    ...(inDirectory ? { limit: RELEVANT_MAX, browse: { excerpts: 0 } } : { limit: RESULTS_MAX, named: technologies }),
  });
  const { answer, matches, ranking } = reasoned;
  const isChosen = ({ row }: { row: Outsider }) => row.skill_id === input.skill || row.slug === input.skill;
  const { listed, others } = await explainHits(reasoned, input.skill === undefined ? null : isChosen);
  const { statistics, words } = matches;
  const hit = [...listed, ...others].find(isChosen);
  return {
    input,
    asked: { technologies, warnings, constraintIgnored },
    answer,
    words: words.words.map((word) => ({
      ...word,
      documents: statistics.documentsWith(word.term),
      variants: word.variants
        .filter(({ terms }) => terms.join(" ") !== word.term)
        .toSorted((a, b) => b.importance - a.importance),
    })),
    hits: listed,
    nearest: listed.length === 0 ? (others.find(({ place }) => place === 1) ?? null) : null,
    chosen:
      input.skill === undefined ? null : hit ? { kind: "hit", hit } : await noHit(input.skill, ranking.incompatible),
    documents: matches.documents,
    candidates: matches.best.length,
    tenth: ranking.surroundings.tenth,
  };
}

/** Why a skill is not a result. */
async function noHit(skill: string, incompatible: ReadonlyMap<string, Incompatible>): Promise<Chosen> {
  const rows = await read((sql) =>
    selectedRows(sql, { ...NOTHING_NAMED, version_ids: [], skill_id: skill, slug: skill }),
  );
  const row = rows[0];
  if (!row) return { kind: "not_offered" };
  const judged = incompatible.get(row.skill_id);
  return judged ? { kind: "incompatible", skill: row, judged } : { kind: "no_candidate", skill: row };
}

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
async function explainHits(
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
