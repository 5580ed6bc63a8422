import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { makeScratchLibrary } from "@/e2e/support/scratch-library";
import { type Lease, makeLease } from "@/lib/server/worker/lease";

const HOLDERS = 12;
const ROUNDS = 20;
/** Longer than any operation in between on a busy machine. */
const LONG_MS = 60_000;
const RENEWED_MS = 1_000;
const SHORT_MS = 300;

let scratch: Awaited<ReturnType<typeof makeScratchLibrary>>;
const made: Lease[] = [];

/** Not renewed in time: a holder that stalls or was killed. */
function lease(leaseMs: number, renewMs: number): Lease {
  const one = makeLease("a test", { leaseMs, renewMs });
  made.push(one);
  return one;
}

test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
});
test.afterEach(() => Promise.all(made.splice(0).map((one) => one.release())));
test.afterAll(() => scratch.drop());

async function holders(): Promise<string[]> {
  const rows = await scratch.sql<{ holder: string }[]>`
    select l.holder
    from leases l
    where l.held_until > clock_timestamp()`;
  return rows.map(({ holder }) => holder);
}

test("each time a lease is free, one of many parallel callers gets it", async () => {
  const all = Array.from({ length: HOLDERS }, () => lease(LONG_MS, LONG_MS));
  for (let round = 0; round < ROUNDS; round += 1) {
    const taken = await Promise.all(all.map((one) => one.take()));
    const winners = all.filter((_, place) => taken[place]);
    expect(winners).toHaveLength(1);
    expect(all.filter((one) => one.isHeld())).toEqual(winners);
    expect(await holders()).toEqual(winners.map(({ holder }) => holder));
    await winners[0]?.release();
    expect(winners[0]?.isHeld()).toBe(false);
  }
});

test("a lease lasts while its holder renews it, and is free once released", async () => {
  const [first, second] = [lease(RENEWED_MS, 50), lease(LONG_MS, LONG_MS)];
  expect(await first.take()).toBe(true);
  const until = Date.now() + 2 * RENEWED_MS;
  while (Date.now() < until) {
    expect(await second.take()).toBe(false);
    await sleep(20);
  }
  expect(first.isHeld()).toBe(true);
  await first.release();
  expect(await second.take()).toBe(true);
  await first.release();
  expect(await holders(), "what another holds cannot be given up").toEqual([second.holder]);
});

test("a stalled holder loses its lease, and knows it before another can take it", async () => {
  const [stalled, other] = [lease(SHORT_MS, LONG_MS), lease(LONG_MS, LONG_MS)];
  expect(await stalled.take()).toBe(true);
  let overlaps = 0;
  await expect
    .poll(
      async () => {
        const taken = await other.take();
        if (taken && stalled.isHeld()) overlaps += 1;
        return taken;
      },
      { intervals: [1] },
    )
    .toBe(true);
  expect(overlaps).toBe(0);
  expect(await stalled.take()).toBe(false);
});

test("a lease released during its renewal stays released", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = lease(LONG_MS, 1);
    expect(await one.take()).toBe(true);
    await sleep(round % 5);
    await one.release();
    expect(await holders()).toEqual([]);
    expect(one.isHeld()).toBe(false);
  }
});
