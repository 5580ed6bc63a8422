import { expect, test } from "@playwright/test";
import { spreadOf } from "@/lib/cli/eval/folds";

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
