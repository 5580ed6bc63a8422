import type { LabelledQuery } from "@/lib/cli/eval/labelled-queries";
import { seededRandom } from "@/lib/cli/eval/seeded-random";

/** The result of one search for one query: folder names, best first, and the confidence in the first. */
export type Asked = { query: LabelledQuery; ranked: string[]; score: number; answered: boolean };

export type Figures = {
  /** Queries with an answer, and queries without one. */
  answerable: number;
  unanswerable: number;
  hit1: number;
  hit3: number;
  ndcg5: number;
  mrr: number;
  /** How often an answerable query gets a higher score than one without an answer; NaN when either kind is missing. */
  auc: number;
  /**
   * Precision: the share of claimed queries that have an answer. Recall: the share of answerable queries that are
   * claimed.
   */
  precision: number;
  recall: number;
};

const ANSWER = 2;
const DEPTH = 5;

/** The usual ranking metrics. Hits and reciprocal ranks count answers only; the gain also counts near matches. */
export function figuresOf(asked: readonly Asked[]): Figures {
  const answerable = asked.filter(hasAnswer);
  const unanswerable = asked.filter((one) => !hasAnswer(one));
  const claimed = asked.filter((one) => one.answered);
  const right = claimed.filter(hasAnswer).length;
  return {
    answerable: answerable.length,
    unanswerable: unanswerable.length,
    hit1: share(answerable, (one) => isWithin(one, 1)),
    hit3: share(answerable, (one) => isWithin(one, 3)),
    ndcg5: mean(answerable.map(gain)),
    mrr: mean(answerable.map((one) => 1 / placeOf(one))),
    auc: auc(answerable, unanswerable),
    precision: right / claimed.length,
    recall: right / answerable.length,
  };
}

/** Whether a claim or an order is wrong: an answer that is not first or not claimed, or a claim without an answer. */
export function isMiss(one: Asked): boolean {
  return hasAnswer(one) ? !one.answered || !isWithin(one, 1) : one.answered;
}

export function hasAnswer({ query }: Asked): boolean {
  return Object.keys(query.relevant).length > 0;
}

function placeOf({ query, ranked }: Asked): number {
  const index = ranked.findIndex((folder) => query.relevant[folder] === ANSWER);
  return index < 0 ? Number.POSITIVE_INFINITY : index + 1;
}

function isWithin(one: Asked, places: number): boolean {
  return placeOf(one) <= places;
}

function gain({ query, ranked }: Asked): number {
  const ideal = Object.values(query.relevant).sort((a, b) => b - a);
  return discounted(ranked.map((folder) => query.relevant[folder] ?? 0)) / discounted(ideal);
}

function discounted(grades: readonly number[]): number {
  return grades.slice(0, DEPTH).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

function auc(answerable: readonly Asked[], unanswerable: readonly Asked[]): number {
  const won = answerable.map((one) =>
    unanswerable.reduce((sum, other) => sum + (one.score > other.score ? 1 : one.score === other.score ? 0.5 : 0), 0),
  );
  return won.reduce((sum, value) => sum + value, 0) / (answerable.length * unanswerable.length);
}

function share(asked: readonly Asked[], is: (one: Asked) => boolean): number {
  return asked.filter(is).length / asked.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

type Spread = Record<keyof Figures, { least: number; mean: number; most: number; deviation: number }>;

const SEED = 5;

/**
 * How much the figures depend on the choice of queries: each is computed over equal-sized parts of the queries, drawn
 * once and always the same. A part that lacks the data for a figure gives NaN and is left out of it.
 */
export function spreadOf(asked: readonly Asked[], folds: number): Spread {
  const parts = partsOf(asked, folds).map(figuresOf);
  const spread = (name: keyof Figures) => {
    const values = parts.map((figures) => figures[name]).filter((value) => !Number.isNaN(value));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    return { least: Math.min(...values), mean, most: Math.max(...values), deviation: Math.sqrt(variance) };
  };
  return {
    answerable: spread("answerable"),
    unanswerable: spread("unanswerable"),
    hit1: spread("hit1"),
    hit3: spread("hit3"),
    ndcg5: spread("ndcg5"),
    mrr: spread("mrr"),
    auc: spread("auc"),
    precision: spread("precision"),
    recall: spread("recall"),
  };
}

/** Each kind of query is distributed evenly, so that no part consists of one kind. The same parts for the same queries. */
export function partsOf(asked: readonly Asked[], folds: number): Asked[][] {
  const { below } = seededRandom(SEED);
  const shuffled = asked
    .map((one) => ({ one, place: below(2 ** 31) }))
    .sort((a, b) =>
      a.one.query.kind < b.one.query.kind ? -1 : a.one.query.kind > b.one.query.kind ? 1 : a.place - b.place,
    );
  const parts: Asked[][] = Array.from({ length: folds }, () => []);
  shuffled.forEach(({ one }, index) => {
    parts[index % folds]?.push(one);
  });
  return parts;
}
