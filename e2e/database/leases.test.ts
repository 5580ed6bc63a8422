import { mock } from "node:test";
import { expect, test } from "@playwright/test";
import { closeGate, makeScratchLibrary } from "@/e2e/support/scratch";
import { type Lease, makeLease } from "@/lib/server/worker/lease";

const HOLDERS = 12;
const ROUNDS = 20;
/** Longer than any operation in between on a busy machine. */
const LONG_MS = 60_000;
const RENEW_MS = 50;
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

/** When the held lease ends by the database's clock. */
async function heldUntil(): Promise<number> {
  const [row] = await scratch.sql<{ held_until: Date }[]>`select l.held_until from leases l`;
  return row?.held_until.getTime() ?? 0;
}

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
  const [first, second] = [lease(LONG_MS, RENEW_MS), lease(LONG_MS, LONG_MS)];
  expect(await first.take()).toBe(true);
  const renewed = async () => {
    const before = await heldUntil();
    await expect.poll(heldUntil, { intervals: [RENEW_MS] }).toBeGreaterThan(before);
    expect(await second.take()).toBe(false);
  };
  await renewed();
  // The holder's own clock: later than what it took, but not than what it renewed in the meantime.
  mock.timers.enable({ apis: ["Date"], now: Date.now() + LONG_MS });
  try {
    expect(first.isHeld(), "without a renewal").toBe(false);
    for (let renewal = 0; renewal < 2; renewal += 1) await renewed();
    expect(first.isHeld()).toBe(true);
  } finally {
    mock.timers.reset();
  }
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
  const one = lease(LONG_MS, 1);
  expect(await one.take()).toBe(true);
  const gate = await closeGate(scratch.sql, "leases");
  await gate.reached();
  const released = one.release();
  await gate.open();
  await released;
  expect(await holders()).toEqual([]);
  expect(one.isHeld()).toBe(false);
});

test("a lease released at any moment stays released", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = lease(LONG_MS, 1);
    expect(await one.take()).toBe(true);
    for (let look = 0; look < round % 5; look += 1) expect(await holders()).toEqual([one.holder]);
    await one.release();
    expect(await holders()).toEqual([]);
    expect(one.isHeld()).toBe(false);
  }
});
