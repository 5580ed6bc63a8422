import { expect, test } from "@playwright/test";
import { figuresOf, isMiss, spreadOf } from "@/lib/cli/eval/figures";

const asked = (relevant: Record<string, 1 | 2>, ranked: string[], score: number, answered: boolean) => ({
  query: { id: "q", query: "q", kind: "k", relevant },
  ranked,
  score,
  answered,
});

test("an order with every answer first and every claim right scores perfectly", () => {
  const figures = figuresOf([asked({ a: 2, b: 1 }, ["a", "b"], 0.9, true), asked({}, ["a"], 0.1, false)]);
  expect(figures).toEqual({
    answerable: 1,
    unanswerable: 1,
    hit1: 1,
    hit3: 1,
    ndcg5: 1,
    mrr: 1,
    auc: 1,
    precision: 1,
    recall: 1,
  });
});

test("a near match adds gain but no hit, and an answer in second place counts half a reciprocal rank", () => {
  const figures = figuresOf([asked({ a: 2, b: 1 }, ["b", "a"], 0.5, false)]);
  expect(figures).toMatchObject({ hit1: 0, hit3: 1, mrr: 0.5, recall: 0 });
  expect(figures.ndcg5).toBeCloseTo((1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)));
});

test("a claim without an answer costs precision; equal scores count half", () => {
  const figures = figuresOf([asked({ a: 2 }, ["a"], 0.7, true), asked({}, ["a"], 0.7, true)]);
  expect(figures).toMatchObject({ precision: 0.5, recall: 1, auc: 0.5 });
});

test("a miss is an answer not first or not claimed, or a claim without an answer", () => {
  expect(isMiss(asked({ a: 2 }, ["a"], 1, true))).toBe(false);
  expect(isMiss(asked({ a: 2 }, ["a"], 1, false))).toBe(true);
  expect(isMiss(asked({ a: 2 }, ["b", "a"], 1, true))).toBe(true);
  expect(isMiss(asked({}, [], 1, true))).toBe(true);
  expect(isMiss(asked({}, ["a"], 1, false))).toBe(false);
});

const ten = (kind: string, ranked: string[]) =>
  Array.from({ length: 10 }, (_, index) => {
    const relevant: Record<string, 1 | 2> = { a: 2 };
    return { query: { id: `${kind}-${index}`, query: "q", kind, relevant }, ranked, score: 0.5, answered: true };
  });

test("each part of the queries has its share of every kind", () => {
  const spread = spreadOf([...ten("easy", ["a"]), ...ten("hard", ["b"])], 5);
  expect(spread.hit1).toEqual({ least: 0.5, mean: 0.5, most: 0.5, deviation: 0 });
});

test("parts that lack a figure are left out of its mean", () => {
  const [one, ...others] = ten("easy", ["a"]);
  if (!one) throw new Error("There is no query.");
  const unanswerable = { ...one, query: { ...one.query, kind: "none", relevant: {} }, answered: false, score: 0.1 };
  expect(spreadOf([...others, unanswerable], 5).auc).toMatchObject({ least: 1, most: 1 });
});
