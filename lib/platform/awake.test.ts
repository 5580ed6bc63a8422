import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { allow, whenUsedUp } from "@/lib/platform/awake";

function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test("an allowance ends after its time, and not before", async () => {
  const begun = performance.now();
  await new Promise<void>((resolve) => whenUsedUp(allow(200), resolve));
  expect(performance.now() - begun).toBeGreaterThanOrEqual(198);
});

test("a stall of any length uses up little of the allowance", async () => {
  const allowance = allow(300);
  let late = false;
  const over = whenUsedUp(allowance, () => {
    late = true;
  });
  standStill(900);
  await sleep(1);
  over();
  expect(late).toBe(false);
  expect(allowance.leftMs).toBeGreaterThan(150);
  await sleep(400);
  expect(late, "after it was over").toBe(false);
});

test("several waits share one allowance", async () => {
  const allowance = allow(10_000);
  const over = whenUsedUp(allowance, () => {});
  await sleep(100);
  over();
  const left = allowance.leftMs;
  expect(left).toBeLessThan(9_950);
  const overAgain = whenUsedUp(allowance, () => {});
  await sleep(100);
  overAgain();
  expect(allowance.leftMs).toBeLessThan(left - 50);
});
