import { expect, test } from "@playwright/test";
import { standingOut } from "@/lib/search/rank/nearest";

const hits = (...similarities: number[]) =>
  similarities.map((similarity, at) => ({ version_id: `v${at}`, similarity }));
const names = (least: number, ...similarities: number[]) => [...standingOut(hits(...similarities), least).keys()];
const fill = (count: number, similarity: number) => Array.from({ length: count }, () => similarity);

test("what stands out is 1.5 deviations above the mean of the nearest, and at least as similar as the operator asks", () => {
  expect(names(0.3, 0.9, ...fill(9, 0.2))).toEqual(["v0"]);
  expect(names(0.9, 0.9, ...fill(9, 0.2))).toEqual(["v0"]);
  expect(names(0.91, 0.9, ...fill(9, 0.2))).toEqual([]);
  // Mean 0.5, deviation 0.2: the bound is 0.8. A fifth more of them raises the mean above it.
  expect(names(0, ...fill(2, 0.9), ...fill(8, 0.4))).toEqual(["v0", "v1"]);
  expect(names(0, ...fill(5, 0.9), ...fill(5, 0.4))).toEqual([]);
});

test("nearness is the distance from the mean in units of three deviations, at most one", () => {
  // Mean 0.5, deviation 0.2.
  expect(standingOut(hits(0.9, 0.9, ...fill(8, 0.4)), 0).get("v0")).toBeCloseTo(0.4 / 0.6, 10);
  // One of twenty alike is more than four deviations away.
  expect(standingOut(hits(0.9, ...fill(19, 0.2)), 0).get("v0")).toBe(1);
});

test("at most five stand out, the nearest first, and none where all are alike or there is none", () => {
  expect(names(0, ...fill(6, 0.9), ...fill(34, 0.2))).toEqual(["v0", "v1", "v2", "v3", "v4"]);
  expect(names(0, ...fill(40, 0.7))).toEqual([]);
  expect(names(0)).toEqual([]);
});
