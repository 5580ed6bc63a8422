import { mock } from "node:test";
import { expect, test } from "@playwright/test";
import { closeDatabase, read } from "@/db/client";
import { type FaultProxy, openFaultProxy } from "@/e2e/faults/fault-proxy";
import { makeScratchDatabase, type ScratchDatabase, takeSettings } from "@/e2e/support/scratch";
import { type Job, runJobs } from "@/lib/server/worker/run-jobs";

const { DATABASE_URL, DATABASE_TIMEOUT_MS } = process.env;
const CALL_MS = 1_000;
/** Between the first attempts of a job that fails. */
const RETRIES_MS = [500, 1_000];

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
  // The clock of the retries moves only here.
  mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const running = runJobs([long.job, failing.job, quick.job], abort.signal);
  const someLooks = async () => {
    const before = quick.counts.runs;
    await expect.poll(() => quick.counts.runs, { intervals: [10] }).toBeGreaterThan(before + 1);
  };
  try {
    await someLooks();
    for (const [retry, ms] of RETRIES_MS.entries()) {
      expect(failing.counts.runs).toBe(retry + 1);
      mock.timers.setTime(Date.now() + ms - 1);
      await someLooks();
      expect(failing.counts.runs, `${ms - 1} ms after a failure`).toBe(retry + 1);
      mock.timers.setTime(Date.now() + 1);
      await expect.poll(() => failing.counts.runs, { intervals: [10] }).toBe(retry + 2);
    }
  } finally {
    mock.timers.reset();
    abort.abort();
    await running;
  }
  expect(long.counts).toMatchObject({ runs: 1, most: 1, ends: 1 });
  expect(quick.counts).toMatchObject({ most: 1, ends: 1 });
});

test("no job runs while the network drops all packets, and jobs resume once it recovers", async () => {
  const { job, counts } = makeJob();
  const abort = new AbortController();
  const running = runJobs([job], abort.signal);
  try {
    await expect.poll(() => counts.runs, { intervals: [10] }).toBeGreaterThan(1);
    wire.hang();
    const before = counts.runs;
    for (let call = 0; call < 2; call += 1)
      await expect(read((sql) => sql`select 1`)).rejects.toMatchObject({ code: "unavailable" });
    // One response may have been in transit.
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
