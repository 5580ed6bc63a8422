import { setTimeout as sleep } from "node:timers/promises";
import { transaction } from "@/db/client";
import { judgeAgain } from "@/lib/domain/moderation/reviews";
import { vouchForConfirmed } from "@/lib/domain/moderation/waiting";
import { failSubmission, SettlingFailed, settleNext } from "@/lib/domain/submissions/settle-submission";
import { env } from "@/lib/platform/env";
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

const ATTEMPTS_MAX = 3;

/**
 * Settles submissions one by one. Any number of processes may run it: each submission is taken by one of them, and
 * killing one loses nothing. A submission that fails three times ends as `failed`.
 */
export function settleSubmissions(): Job {
  const attempts = new Map<string, number>();
  return {
    name: "submissions",
    wants: ({ submissions }) => submissions,
    retryMsMax: 1_000,
    run: (signal) => settleAll(signal, attempts),
  };
}

async function settleAll(signal: AbortSignal, attempts: Map<string, number>): Promise<void> {
  while (!signal.aborted) {
    const policies = { publishing: env().PUBLISHING, quarantine: env().QUARANTINE };
    try {
      if (!(await transaction((sql) => settleNext(sql, policies)))) return;
    } catch (error) {
      if (!(error instanceof SettlingFailed)) throw error;
      const { operation_ref } = error;
      const attempt = (attempts.get(operation_ref) ?? 0) + 1;
      attempts.set(operation_ref, attempt);
      log().error({ operation_ref, attempt, err: error.message }, "a submission could not be settled");
      if (attempt < ATTEMPTS_MAX) continue;
      await transaction((sql) => failSubmission(sql, operation_ref));
      attempts.delete(operation_ref);
    }
  }
}
