import { expect, test } from "@playwright/test";
import { outcomeScore } from "@/lib/outcomes/score";

const voices = (resolved: number, partial = 0, failed = 0, age_days = 0) => [
  ...Array.from({ length: resolved }, () => ({ outcome: "resolved" as const, age_days })),
  ...Array.from({ length: partial }, () => ({ outcome: "partial" as const, age_days })),
  ...Array.from({ length: failed }, () => ({ outcome: "failed" as const, age_days })),
];

test("below three voices there is no score", () => {
  expect(outcomeScore(voices(2))).toBeNull();
  expect(outcomeScore([])).toBeNull();
});

test("n resolved voices score the 5 % quantile of Beta(n + 1, 1), which is 0.05^(1/(n + 1))", () => {
  for (const n of [3, 10, 100, 2_000]) expect(outcomeScore(voices(n))).toBeCloseTo(0.05 ** (1 / (n + 1)), 6);
});

test("n failed voices score 1 - 0.95^(1/(n + 1))", () => {
  for (const n of [3, 10, 100]) expect(outcomeScore(voices(0, 0, n))).toBeCloseTo(1 - 0.95 ** (1 / (n + 1)), 6);
});

test("more agreement scores higher, a failure lower, partial in between", () => {
  const [few = 0, many = 0, mixed = 0, partial = 0] = [voices(3), voices(30), voices(28, 0, 2), voices(28, 2, 0)].map(
    (list) => outcomeScore(list) ?? 0,
  );
  expect(many).toBeGreaterThan(few);
  expect(mixed).toBeLessThan(partial);
  expect(partial).toBeLessThan(many);
});

test("voices fade: after one half-life twenty count like ten", () => {
  expect(outcomeScore(voices(20, 0, 0, 180))).toBeCloseTo(outcomeScore(voices(10)) ?? 0, 6);
});
