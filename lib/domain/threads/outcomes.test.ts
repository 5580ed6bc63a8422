import { expect, test } from "@playwright/test";
import {
  OUTCOME_HALF_LIFE_DAYS,
  OUTCOME_SOURCES_MIN,
  outcomeScore,
  VOICE_WEIGHTS,
} from "@/lib/domain/threads/outcomes";

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

test("for whole weights the score leaves 5 % of the Beta distribution below it, by the sum of binomial terms", () => {
  for (const [good, bad] of [
    [3, 1],
    [5, 5],
    [1, 9],
    [40, 2],
    [2, 40],
    [150, 130],
  ] as const) {
    const x = outcomeScore({ sources: SOURCES, good, bad }) ?? Number.NaN;
    // P(Beta(a, b) <= x) is the chance of a successes or more in a + b - 1 tries.
    const tries = good + bad + 1;
    let term = (1 - x) ** tries;
    let below = 0;
    for (let successes = 0; successes <= tries; successes += 1) {
      if (successes > good) below += term;
      term *= ((tries - successes) / (successes + 1)) * (x / (1 - x));
    }
    expect(below, `${good} good, ${bad} bad`).toBeCloseTo(0.05, 7);
  }
});

test("a score says when a voice counts half, and what a new one weighs", () => {
  expect({ OUTCOME_SOURCES_MIN, OUTCOME_HALF_LIFE_DAYS, VOICE_WEIGHTS }).toEqual({
    OUTCOME_SOURCES_MIN: 3,
    OUTCOME_HALF_LIFE_DAYS: 180,
    VOICE_WEIGHTS: { established: 1, other: 0.5 },
  });
});
