import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { makeDeadline, onDeadline } from "@/lib/platform/deadline";

function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test("a deadline ends after its time, and not before", async () => {
  const begun = performance.now();
  await new Promise<void>((resolve) => onDeadline(makeDeadline(200), resolve));
  expect(performance.now() - begun).toBeGreaterThanOrEqual(198);
});

test("a stall of any length uses up little of the deadline", async () => {
  const deadline = makeDeadline(300);
  let late = false;
  const over = onDeadline(deadline, () => {
    late = true;
  });
  standStill(900);
  await sleep(1);
  over();
  expect(late).toBe(false);
  expect(deadline.leftMs).toBeGreaterThan(150);
  await sleep(400);
  expect(late, "after it was over").toBe(false);
});

test("several waits share one deadline", async () => {
  const deadline = makeDeadline(10_000);
  const over = onDeadline(deadline, () => {});
  await sleep(100);
  over();
  const left = deadline.leftMs;
  expect(left).toBeLessThan(9_950);
  const overAgain = onDeadline(deadline, () => {});
  await sleep(100);
  overAgain();
  expect(deadline.leftMs).toBeLessThan(left - 50);
});
