import { type AnalysedVersion, FIELDS, type Field, placeOf } from "@/lib/search/analyse-version";
import { matchWord } from "@/lib/search/match-word";
import type { QueryWords, Statistics } from "@/lib/search/query-words";

/** What an occurrence in each field counts, and how much of a field's length is held against it (0 none, 1 all). */
export const FIELD_WEIGHTS: Readonly<Record<Field, { weight: number; lengthShare: number }>> = {
  title: { weight: 8, lengthShare: 0.3 },
  description: { weight: 3, lengthShare: 0.3 },
  headings: { weight: 1.5, lengthShare: 0.5 },
  body: { weight: 1, lengthShare: 0.75 },
};

/** What the parts of the score count. `relevance` is the sum over words; the others are shares of the query. */
export const SCORE_WEIGHTS = { relevance: 0.7, relevanceByCoverage: 0.3, lead: 0.4, near: 0.24, phrase: 0.14 } as const;

/** Tiers of text relevance, best first. The shares are of the query's words by importance, in title and description. */
export const TIERS = ["exact", "all_words", "most_words", "some_words"] as const;
export type Tier = (typeof TIERS)[number];
const ALL_WORDS_SHARE = 0.9;
const MOST_WORDS_SHARE = 0.5;

export type TextScore = {
  tier: Exclude<Tier, "exact">;
  /** Higher is better; comparable between versions for one query. */
  score: number;
  /** The share of the query's importance that occurs anywhere in the version. */
  coverage: number;
  /** The share of the query's importance that stands in names and terms of art which the version lacks. */
  missing: number;
  /** The fields in which words were found, in the order of FIELDS. */
  why: Field[];
};

/**
 * How well one version's text answers a query: a BM25F sum over the query's words, plus shares for words found in title
 * or description, for words near each other and for phrases. Pure; needs nothing but its arguments, and no figure of one
 * library is built in.
 */
export function scoreText(query: QueryWords, version: AnalysedVersion, statistics: Statistics): TextScore {
  const weights = FIELDS.map((field, index) => {
    const { weight, lengthShare } = FIELD_WEIGHTS[field];
    const length = (version.lengths[index] ?? 0) / (statistics.means[index] || 1);
    return weight / (1 - lengthShare + lengthShare * length);
  });
  const sum = { total: 0, gain: 0, covered: 0, lead: 0, missing: 0 };
  const inPlaces: { slices: number; importance: number }[] = [];
  let fields = 0;
  for (const word of query.words) {
    sum.total += word.importance;
    const match = matchWord(word, version, weights);
    if (match === null) {
      if (!word.ordinary) sum.missing += word.importance;
      continue;
    }
    sum.gain += match.gain;
    sum.covered += match.importance;
    sum.lead += match.lead;
    fields |= match.fields;
    inPlaces.push({ slices: match.lead > 0 ? -1 : match.slices, importance: match.importance });
  }
  const total = sum.total || 1;
  const coverage = sum.covered / total;
  const lead = sum.lead / total;
  const weight = SCORE_WEIGHTS;
  return {
    tier: lead >= ALL_WORDS_SHARE ? "all_words" : lead >= MOST_WORDS_SHARE ? "most_words" : "some_words",
    score:
      (sum.gain / total) * (weight.relevance + weight.relevanceByCoverage * coverage) +
      weight.lead * lead +
      weight.near * (nearest(inPlaces) / total) +
      weight.phrase * phraseShare(query, version),
    coverage,
    missing: sum.missing / total,
    why: FIELDS.filter((_, index) => (fields & (1 << index)) !== 0),
  };
}

/** The most importance that meets in two neighbouring thirty-seconds of the body. Words of the lead are near to all. */
function nearest(inPlaces: ReadonlyArray<{ slices: number; importance: number }>): number {
  let most = 0;
  for (let slice = 0; slice < 31; slice += 1) {
    const two = 0b11 << slice;
    let here = 0;
    for (const place of inPlaces) if ((place.slices & two) !== 0) here += place.importance;
    most = Math.max(most, here);
  }
  return most;
}

function phraseShare(query: QueryWords, version: AnalysedVersion): number {
  let found = 0;
  let all = 0;
  for (const pair of query.pairs) {
    const importance = (query.words[pair.first]?.importance ?? 0) + (query.words[pair.second]?.importance ?? 0);
    all += importance;
    if (placeOf(version, pair.hash) >= 0) found += importance;
  }
  return all === 0 ? 0 : found / all;
}
