import { transaction } from "@/db/client";
import { failSubmission, SettlingFailed, settleNext } from "@/lib/domain/submissions/settle-submission";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import type { Job } from "@/lib/server/worker/run-jobs";

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
