import { expect, test } from "@playwright/test";
import { closeDatabase } from "@/db/client";
import { type FaultProxy, openFaultProxy } from "@/e2e/faults/fault-proxy";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch-database";
import { takeSettings } from "@/e2e/support/scratch-library";
import { type Job, runJobs } from "@/lib/server/worker/run-jobs";

const { DATABASE_URL, DATABASE_TIMEOUT_MS } = process.env;
const CALL_MS = 1_000;

let scratch: ScratchDatabase;
let wire: FaultProxy;

test.beforeAll(async () => {
  scratch = await makeScratchDatabase();
  const address = new URL(scratch.url);
  wire = await openFaultProxy(Number(address.port));
  address.port = String(wire.port);
  takeSettings({ DATABASE_URL: address.href, DATABASE_TIMEOUT_MS: String(CALL_MS) });
});

test.afterAll(async () => {
  await closeDatabase();
  takeSettings({ DATABASE_URL, DATABASE_TIMEOUT_MS });
  await wire.close();
  await scratch.drop();
});

function makeJob(run: Job["run"] = async () => {}) {
  const counts = { runs: 0, now: 0, most: 0, ends: 0 };
  const job: Job = {
    name: "a test",
    wants: () => true,
    retryMsMax: 1_000,
    async run(signal, work) {
      counts.runs += 1;
      counts.now += 1;
      counts.most = Math.max(counts.most, counts.now);
      await run(signal, work).finally(() => {
        counts.now -= 1;
      });
    },
    async end() {
      counts.ends += 1;
      expect(counts.now, "nothing runs any more").toBe(0);
    },
  };
  return { job, counts };
}

test("each job runs once at a time, a failing job backs off, and all end on request", async () => {
  const long = makeJob((signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve())));
  const failing = makeJob(() => Promise.reject(new Error("as it should")));
  const quick = makeJob();
  const abort = new AbortController();
  const running = runJobs([long.job, failing.job, quick.job], abort.signal);
  await expect.poll(() => quick.counts.runs, { intervals: [10] }).toBeGreaterThan(8);
  abort.abort();
  await running;
  expect(long.counts).toMatchObject({ runs: 1, most: 1, ends: 1 });
  expect(quick.counts).toMatchObject({ most: 1, ends: 1 });
  expect(failing.counts.runs).toBeGreaterThan(1);
  expect(failing.counts.runs, "of more than eight looks").toBeLessThan(6);
});

test("no job runs while the network drops all packets, and jobs resume once it recovers", async () => {
  const { job, counts } = makeJob();
  const abort = new AbortController();
  const running = runJobs([job], abort.signal);
  try {
    await expect.poll(() => counts.runs, { intervals: [10] }).toBeGreaterThan(1);
    wire.hang();
    const before = counts.runs;
    // One response may have been in transit.
    await new Promise((resolve) => setTimeout(resolve, 2 * CALL_MS));
    expect(counts.runs - before).toBeLessThan(2);
    wire.mend();
    await expect.poll(() => counts.runs, { intervals: [10] }).toBeGreaterThan(before + 1);
  } finally {
    wire.mend();
    abort.abort();
    await running;
  }
  expect(counts.ends).toBe(1);
});
