import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { makeDeadline, onDeadline } from "@/lib/platform/deadline";

test.afterEach(() => mock.timers.reset());

/** For the rest of a test time passes only as it says. */
function stopClock(): void {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
}

/** Lets milliseconds pass, each with a turn of the event loop. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1) {
    mock.timers.tick(1);
    await turn();
  }
}

/** Lets milliseconds pass in which nothing runs. */
function standStill(ms: number): void {
  mock.timers.setTime(Date.now() + ms);
}

test("a deadline ends after its time, and not before", async () => {
  stopClock();
  let late = false;
  onDeadline(makeDeadline(200), () => {
    late = true;
  });
  await pass(199);
  expect(late).toBe(false);
  await pass(1);
  expect(late).toBe(true);
});

test("a stall of any length uses up little of the deadline", async () => {
  stopClock();
  const deadline = makeDeadline(300);
  let late = false;
  const over = onDeadline(deadline, () => {
    late = true;
  });
  standStill(900);
  await pass(1);
  over();
  expect(late).toBe(false);
  expect(deadline.leftMs).toBeGreaterThanOrEqual(240);
  await pass(1_000);
  expect(late, "after it was over").toBe(false);
});

test("several waits share one deadline", async () => {
  stopClock();
  const deadline = makeDeadline(10_000);
  const over = onDeadline(deadline, () => {});
  await pass(100);
  over();
  expect(deadline.leftMs).toBe(9_900);
  await pass(5_000);
  expect(deadline.leftMs, "between two waits").toBe(9_900);
  const overAgain = onDeadline(deadline, () => {});
  await pass(100);
  overAgain();
  expect(deadline.leftMs).toBe(9_800);
});
