import { expect, test } from "@playwright/test";
import { leastProcessorMs, referenceWork } from "@/e2e/support/processor-time";

const repeat = (times: number) => () => {
  for (let count = 0; count < times; count += 1) referenceWork();
};

test("work that costs four times its bound is above it, however slow the machine is", { tag: "@slow" }, async () => {
  // Four runs take 11 ms on the idle core for which bounds are meant.
  expect(await leastProcessorMs(11, repeat(16))).toBeGreaterThan(22);
});

test("work within its bound runs once", { tag: "@slow" }, async () => {
  let runs = 0;
  expect(await leastProcessorMs(1_000, () => (runs += 1))).toBeLessThan(1_000);
  expect(runs).toBe(1);
});
