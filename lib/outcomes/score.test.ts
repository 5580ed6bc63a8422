import { expect, test } from "@playwright/test";
import { OUTCOME_SOURCES_MIN, outcomeScore } from "@/lib/outcomes/score";

const SOURCES = OUTCOME_SOURCES_MIN;

test("below three sources there is no score, however many reports agree", () => {
  expect(outcomeScore({ sources: 2, good: 1_000, bad: 0 })).toBeNull();
  expect(outcomeScore({ sources: 0, good: 0, bad: 0 })).toBeNull();
  expect(outcomeScore({ sources: 3, good: 3, bad: 0 })).not.toBeNull();
});

test("good reports of weight n score the 5 % quantile of Beta(n + 1, 1), which is 0.05^(1/(n + 1))", () => {
  for (const good of [1.5, 3, 10, 100, 2_000, 1_000_000])
    expect(outcomeScore({ sources: SOURCES, good, bad: 0 })).toBeCloseTo(0.05 ** (1 / (good + 1)), 6);
});

test("bad reports of weight n score 1 - 0.95^(1/(n + 1))", () => {
  for (const bad of [1.5, 3, 10, 100])
    expect(outcomeScore({ sources: SOURCES, good: 0, bad })).toBeCloseTo(1 - 0.95 ** (1 / (bad + 1)), 6);
});

test("more agreement scores higher, a failure lower, partial in between", () => {
  const [few = 0, many = 0, mixed = 0, partial = 0] = [
    { good: 3, bad: 0 },
    { good: 30, bad: 0 },
    { good: 28, bad: 2 },
    { good: 29, bad: 1 },
  ].map((sums) => outcomeScore({ sources: SOURCES, ...sums }) ?? 0);
  expect(many).toBeGreaterThan(few);
  expect(mixed).toBeLessThan(partial);
  expect(partial).toBeLessThan(many);
});
