import { setTimeout as sleep } from "node:timers/promises";
import { read } from "@/db/client";
import { type WaitingWork, waitingWork } from "@/db/queries/worker";
import { log } from "@/lib/platform/log";
import { INDEX_LEASE } from "@/lib/server/worker/lease";
import { RULES_VERSION } from "@/lib/text/safety/finding";

/**
 * Background work of the web server. A job runs when it has work and is not already running, in any number of processes
 * at once.
 */
export type Job = {
  name: string;
  /** Whether there is work, according to the latest poll. */
  wants(work: WaitingWork): boolean;
  /** Does the work and returns when none is left or `signal` aborts. Errors are logged and the job is retried later. */
  run(signal: AbortSignal, work: WaitingWork): Promise<void>;
  /** The longest delay between two attempts, in milliseconds; 5 s by default. */
  retryMsMax?: number;
  /** Called once, after the last run. */
  end?(): Promise<void>;
};

/** Processes are not notified of new work: they poll. */
const LOOK_MS = 250;
/** Maximum poll interval while the database is unavailable. */
const AWAY_MS_MAX = 2_000;
const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = 5_000;

/**
 * Polls for work four times a second with one statement for all jobs and runs those that have some, until aborted.
 * Never throws.
 */
export async function runJobs(jobs: readonly Job[], signal: AbortSignal): Promise<void> {
  const turns = jobs.map((job) => makeTurn(job, signal));
  for (let failures = 0; !signal.aborted; ) {
    try {
      const work = await read((sql) => waitingWork(sql, INDEX_LEASE, RULES_VERSION));
      if (failures > 0) log().info("the worker reaches the database again");
      failures = 0;
      for (const turn of turns) turn.offer(work);
    } catch (error) {
      failures += 1;
      if (failures === 1) log().warn({ err: String(error) }, "the worker cannot poll for work; it retries");
    }
    await sleep(Math.min(AWAY_MS_MAX, LOOK_MS * 2 ** failures), undefined, { signal }).catch(() => {});
  }
  await Promise.all(turns.map((turn) => turn.end()));
}

/** Runs one job, one run at a time, with growing delays while it fails. */
function makeTurn(job: Job, signal: AbortSignal) {
  let running: Promise<void> | null = null;
  let notBefore = 0;
  let failures = 0;
  let reason = "";

  async function run(work: WaitingWork): Promise<void> {
    try {
      await job.run(signal, work);
      if (failures > 0) log().info({ job: job.name }, "a worker job succeeds again");
      failures = 0;
      reason = "";
    } catch (error) {
      failures += 1;
      notBefore = Date.now() + Math.min(job.retryMsMax ?? RETRY_MS_MAX, RETRY_MS_MIN * 2 ** (failures - 1));
      if (String(error) !== reason)
        log().warn({ job: job.name, err: String(error) }, "a worker job failed and will be retried");
      reason = String(error);
    }
  }

  return {
    offer(work: WaitingWork): void {
      if (running || signal.aborted || Date.now() < notBefore || !job.wants(work)) return;
      running = run(work).finally(() => {
        running = null;
      });
    },
    async end(): Promise<void> {
      await running;
      await job.end?.();
    },
  };
}

/** Returns a function that returns true if `ms` have passed since it last did. */
export function every(ms: number): () => boolean {
  let last = Date.now();
  return () => {
    if (Date.now() - last < ms) return false;
    last = Date.now();
    return true;
  };
}
