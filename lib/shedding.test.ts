import { expect, test } from "@playwright/test";
import { noteShed, sheddingSeconds } from "@/lib/shedding";

test("continuous refusals are one spell, which ends two seconds after the last", () => {
  const start = 1_000_000;
  expect(sheddingSeconds(start)).toBe(0);
  for (let ms = 0; ms <= 5_000; ms += 1_000) noteShed(start + ms);
  expect(sheddingSeconds(start + 5_000)).toBe(5);
  expect(sheddingSeconds(start + 7_000)).toBe(7);
  expect(sheddingSeconds(start + 7_001)).toBe(0);
  noteShed(start + 20_000);
  expect(sheddingSeconds(start + 21_000), "a new spell").toBe(1);
});
