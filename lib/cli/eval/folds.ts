import { type Asked, type Figures, figuresOf } from "@/lib/cli/eval/figures";
import { seededRandom } from "@/lib/cli/eval/seeded-random";

export type Spread = Record<keyof Figures, { least: number; mean: number; most: number; deviation: number }>;

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
