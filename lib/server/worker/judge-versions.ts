import { setTimeout as sleep } from "node:timers/promises";
import { transaction } from "@/db/client";
import { judgeAgain } from "@/lib/domain/moderation/reviews";
import { vouchForConfirmed } from "@/lib/domain/moderation/waiting";
import { log } from "@/lib/platform/log";
import { every, type Job } from "@/lib/server/worker/run-jobs";

/** Delay before this background work starts, so that a starting service can answer requests first. */
const LOOK_MS = 5_000;
/** Pause between two batches, as a multiple of the batch's duration, so that requests get the CPU. */
const REST = 4;
const REST_MS_MIN = 50;
const CONFIRMED_LOOK_MS = 60_000;

/**
 * Rejudges versions that were published under older rules, in small batches with pauses. Any number of processes may
 * run it: each version is judged once. A killed process loses at most one batch, which another process then judges.
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
      if (judged > 0) log().info({ judged }, "judged published versions again by the current rules");
      return;
    }
    const rest = Math.max(REST_MS_MIN, REST * (performance.now() - began));
    if (!(await sleep(rest, true, { signal }).catch(() => false))) return;
  }
}

/** Vouches for versions that readers confirmed. Any number of processes may run it. */
export function vouchForConfirmedVersions(): Job {
  return {
    name: "vouching for confirmed versions",
    wants: every(CONFIRMED_LOOK_MS),
    async run(signal) {
      while (!signal.aborted && (await transaction(vouchForConfirmed)));
    },
  };
}
