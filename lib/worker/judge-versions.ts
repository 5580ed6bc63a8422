import { setTimeout as sleep } from "node:timers/promises";
import { transaction } from "@/db/client";
import { log } from "@/lib/log";
import { judgeAgain } from "@/lib/maintenance/judge-again";
import { every, type Job } from "@/lib/worker/run-jobs";

/** Nobody waits for it. After a start the service answers first. */
const LOOK_MS = 5_000;
/** Between two batches it rests this many times as long as the batch took, so that requests have the processor. */
const REST = 4;
const REST_MS_MIN = 50;

/**
 * Judges again what was published under older rules, in small batches with rests. Any number of processes may do so: each
 * version is judged once. Killing one loses a batch at most, which is then judged by another.
 */
export function judgeVersions(): Job {
  const isDue = every(LOOK_MS);
  return {
    name: "judging again",
    wants: ({ versions }) => versions && isDue(),
    retryMsMax: 60_000,
    run: judgeAll,
  };
}

async function judgeAll(signal: AbortSignal): Promise<void> {
  for (let judged = 0; ; ) {
    const began = performance.now();
    const batch = await transaction((sql) => judgeAgain(sql));
    judged += batch;
    if (batch === 0) {
      if (judged > 0) log().info({ judged }, "published versions were judged again by the present rules");
      return;
    }
    const rest = Math.max(REST_MS_MIN, REST * (performance.now() - began));
    if (!(await sleep(rest, true, { signal }).catch(() => false))) return;
  }
}
