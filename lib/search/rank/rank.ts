import { type AnalysedVersion, FIELDS, type Field, placeOf } from "@/lib/search/query/analyse-version";
import { type QueryWords, type Statistics, WORDS_MAX } from "@/lib/search/query/query-words";
import { LEAD, matchWord, TITLE, type WordMatch } from "@/lib/search/rank/match-word";

/** The value of an occurrence in each field, and the degree of length normalisation (0 none, 1 full). */
export const FIELD_WEIGHTS: Readonly<Record<Field, { weight: number; lengthShare: number }>> = {
  title: { weight: 8, lengthShare: 0.3 },
  description: { weight: 3, lengthShare: 0.3 },
  headings: { weight: 1.5, lengthShare: 0.5 },
  body: { weight: 1, lengthShare: 0.75 },
};

/**
 * Cap on a field's length, as a multiple of the library's mean. Without it, many very short texts entering the library
 * would make every full text look long and lower its score.
 */
export const LENGTH_RATIO_MAX = 2;

/** The weights of the parts of the score. `relevance` is the sum over words; the others are shares of the query. */
export const SCORE_WEIGHTS = { relevance: 0.7, relevanceByCoverage: 0.3, lead: 0.4, near: 0.24, phrase: 0.14 } as const;

/**
 * Tiers of relevance, best first. The shares are of the query's words by importance, in title and description.
 * `near_in_meaning` is for matches found by an embedder, where no text surely answers.
 */
export const TIERS = ["exact", "all_words", "most_words", "near_in_meaning", "some_words"] as const;
export type Tier = (typeof TIERS)[number];
export const ALL_WORDS_SHARE = 0.9;
export const MOST_WORDS_SHARE = 0.5;
/**
 * A version lacking names and technical terms of more than this share of the query does not count as having most of the
 * words.
 */
export const MOST_WORDS_MISSING_MAX = 0.3;

/** A version with less than this share of the technologies that a query names is about other ones. */
export const NAMED_SHARE_MIN = 0.5;

export type TextScore = {
  tier: Exclude<Tier, "exact" | "near_in_meaning">;
  /** Higher is better; comparable between versions for one query. */
  score: number;
  /** The share of the query's importance that occurs anywhere in the version. */
  coverage: number;
  /** The share that occurs in title or description. */
  lead: number;
  /**
   * The share of the query's importance in names and technical terms that the version lacks; related terms count in
   * part.
   */
  missing: number;
  /** The version lacks a technology that the query is in ("in Go"), or most of those that it names. */
  isForeign: boolean;
  /** A word of the query's topic is in the title. */
  isTitled: boolean;
  /** The same, and the word is not the name of a technology. */
  isTopicTitled: boolean;
  /** The share of the topic's words, without names of technologies, in title or description; 1 when there is none. */
  topicLead: number;
  /** The fields in which words were found, in the order of FIELDS. */
  why: readonly Field[];
};

/** How a score came about: `scoreText` adds to it what an explanation shows. */
export type ScoreTrace = {
  /** The value of one occurrence in each field of this version, after its length. */
  fieldWeights: number[];
  /** The match of each word of the query, in its order. */
  matches: WordMatch[];
  /** The importance of all words together. */
  total: number;
  /** Shares of the query: the scores of its words, words close together, and phrases. */
  shares: { relevance: number; near: number; phrase: number };
  /** Their sum is the score. */
  parts: { relevance: number; lead: number; near: number; phrase: number };
};

/** The order of texts, whatever else is known of their versions: tier, then score. */
export function byTextFirst(a: { tier: Tier; score: number }, b: { tier: Tier; score: number }): number {
  return TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) || b.score - a.score;
}

/**
 * The score of one version's text for a query: a BM25F sum over the query's words, plus shares for words found in title
 * or description, for words near each other and for phrases. Pure but for `trace`, and free of constants of a
 * particular library.
 */
export function scoreText(
  query: QueryWords,
  version: AnalysedVersion,
  statistics: Statistics,
  trace?: ScoreTrace,
): TextScore {
  const { words } = query;
  for (let field = 0; field < FIELDS.length; field += 1) {
    const length = Math.min(LENGTH_RATIO_MAX, (version.lengths[field] ?? 0) / (statistics.means[field] || 1));
    const share = LENGTH_SHARES[field] ?? 0;
    fieldWeights[field] = (WEIGHTS[field] ?? 0) / (1 - share + share * length);
  }
  let total = 0;
  let gain = 0;
  let covered = 0;
  let leading = 0;
  let lacking = 0;
  let fields = 0;
  let names = 0;
  let named = 0;
  let scopes = 0;
  let isTitled = false;
  let isTopicTitled = false;
  let topic = 0;
  let topicLeading = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (!word) continue;
    total += word.importance;
    if (word.names) names += word.importance;
    if (word.scopes) scopes += 1;
    const isTopic = word.telling && !word.names;
    if (isTopic) topic += word.importance;
    places.slices[index] = 0;
    const isFound = matchWord(word, version, fieldWeights, match);
    trace?.matches.push({ ...match });
    if (!isFound) {
      if (!word.ordinary) lacking += word.importance;
      continue;
    }
    if (match.said === 0 && !word.ordinary) lacking += word.importance - match.importance;
    // "Go" is also a verb: in the body the word does not say what a version is for.
    if (word.names && (match.said & (word.ordinary ? LEAD : ANY_FIELD)) !== 0) {
      named += word.importance;
      if (word.scopes) scopes -= 1;
    }
    if (word.telling && (match.said & TITLE) !== 0) {
      isTitled = true;
      if (!word.names) isTopicTitled = true;
    }
    if (isTopic) topicLeading += (match.said & LEAD) !== 0 ? word.importance : match.lead;
    gain += match.gain;
    covered += match.importance;
    leading += match.lead;
    fields |= match.fields;
    places.slices[index] = match.lead > 0 ? -1 : match.slices;
    places.importance[index] = match.importance;
  }
  total ||= 1;
  const coverage = covered / total;
  const lead = leading / total;
  const near = nearest(words.length) / total;
  const phrase = phraseShare(query, version);
  const weight = SCORE_WEIGHTS;
  const byRelevance = (gain / total) * (weight.relevance + weight.relevanceByCoverage * coverage);
  const byLead = weight.lead * lead;
  const byNear = weight.near * near;
  const byPhrase = weight.phrase * phrase;
  if (trace) {
    trace.fieldWeights.push(...fieldWeights);
    trace.total = total;
    trace.shares = { relevance: gain / total, near, phrase };
    trace.parts = { relevance: byRelevance, lead: byLead, near: byNear, phrase: byPhrase };
  }
  return {
    tier: tierOf(lead, lacking / total),
    score: byRelevance + byLead + byNear + byPhrase,
    coverage,
    lead,
    missing: lacking / total,
    isForeign: scopes > 0 || named < NAMED_SHARE_MIN * names,
    isTitled,
    isTopicTitled,
    topicLead: topic === 0 ? 1 : topicLeading / topic,
    why: FIELD_SETS[fields] ?? [],
  };
}

function tierOf(lead: number, missing: number): TextScore["tier"] {
  if (lead >= ALL_WORDS_SHARE) return "all_words";
  return lead >= MOST_WORDS_SHARE && missing <= MOST_WORDS_MISSING_MAX ? "most_words" : "some_words";
}

const WEIGHTS = FIELDS.map((field) => FIELD_WEIGHTS[field].weight);
const LENGTH_SHARES = FIELDS.map((field) => FIELD_WEIGHTS[field].lengthShare);
const ANY_FIELD = (1 << FIELDS.length) - 1;
/** The fields of each set of field bits. */
const FIELD_SETS = Array.from({ length: 1 << FIELDS.length }, (_, set) =>
  FIELDS.filter((_, index) => (set & (1 << index)) !== 0),
);
// Scratch buffers, overwritten by every call: a search scores hundreds of versions.
const fieldWeights = new Float64Array(FIELDS.length);
const match: WordMatch = { gain: 0, importance: 0, lead: 0, slices: 0, fields: 0, said: 0, variant: null, count: 0 };
const places = { slices: new Int32Array(WORDS_MAX), importance: new Float64Array(WORDS_MAX) };

/**
 * The highest total importance in two neighbouring thirty-seconds of the body. Words in title or description are near
 * to all others.
 */
function nearest(count: number): number {
  let everywhere = 0;
  let anywhere = 0;
  for (let index = 0; index < count; index += 1) {
    const slices = places.slices[index] ?? 0;
    if (slices === -1) everywhere += places.importance[index] ?? 0;
    else anywhere |= slices;
  }
  let most = 0;
  for (let slice = 0; anywhere !== 0 && slice < 31; slice += 1) {
    const two = 0b11 << slice;
    if ((anywhere & two) === 0) continue;
    let here = 0;
    for (let index = 0; index < count; index += 1) {
      const slices = places.slices[index] ?? 0;
      if (slices !== -1 && (slices & two) !== 0) here += places.importance[index] ?? 0;
    }
    if (here > most) most = here;
  }
  return everywhere + most;
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
