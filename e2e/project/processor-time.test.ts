import { expect, test } from "@playwright/test";
import { expectWithin, leastProcessorMs, referenceWork } from "@/e2e/support/measuring";

const repeat = (times: number) => () => {
  for (let count = 0; count < times; count += 1) referenceWork();
};

test("work that costs four times its bound is above it, however slow the machine is", { tag: "@slow" }, async () => {
  // Four runs take 11 ms on the idle core for which bounds are meant.
  expect(await leastProcessorMs(11, repeat(16))).toBeGreaterThan(22);
});

test("a bound fails when the work is above it twice", async () => {
  const measured = async (...times: number[]) => {
    const left = [...times];
    await expectWithin("the work", 5, () => left.shift() ?? 0);
    return times.length - left.length;
  };
  expect(await measured(5, 9)).toBe(1);
  expect(await measured(6, 5)).toBe(2);
  await expect(measured(6, 7)).rejects.toThrow("the work took 6.0 and then 7.0 ms; its bound is 5 ms");
});

test("work within its bound runs once", { tag: "@slow" }, async () => {
  let runs = 0;
  expect(await leastProcessorMs(1_000, () => (runs += 1))).toBeLessThan(1_000);
  expect(runs).toBe(1);
});
