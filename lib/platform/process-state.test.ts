import { expect, test } from "@playwright/test";
import { noteShed, sheddingSeconds } from "@/lib/platform/process-state";
import { forget } from "@/lib/platform/singleton";

test.beforeEach(() => forget("shedding"));

test("refusals without a break are one spell, which is over two seconds after the last", () => {
  const start = 1_000_000;
  expect(sheddingSeconds(start)).toBe(0);
  for (let ms = 0; ms <= 5_000; ms += 1_000) noteShed(start + ms);
  expect(sheddingSeconds(start + 5_000)).toBe(5);
  expect(sheddingSeconds(start + 7_000)).toBe(7);
  expect(sheddingSeconds(start + 7_001)).toBe(0);
  noteShed(start + 20_000);
  expect(sheddingSeconds(start + 21_000), "a new spell").toBe(1);
});

test("a refusal exactly two seconds after another is of the same spell, one later begins a new one", () => {
  noteShed(1_000);
  noteShed(3_000);
  expect(sheddingSeconds(3_000)).toBe(2);
  noteShed(5_001);
  expect(sheddingSeconds(5_001)).toBe(0);
  expect(sheddingSeconds(7_001)).toBe(2);
});

test("the first refusal begins a spell, also in the first seconds of a process", () => {
  noteShed(500);
  expect(sheddingSeconds(1_000)).toBe(0.5);
});
