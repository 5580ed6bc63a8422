import { transaction } from "@/db/client";
import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { log } from "@/lib/log";
import { failSubmission, SettlingFailed, settleNext } from "@/lib/submissions/settle-submission";
import { makeBell } from "@/lib/worker/bell";
import { listenTo } from "@/lib/worker/ear";

const POLL_MS = 1_000;
const ATTEMPTS_MAX = 3;

/**
 * Settles submissions one after another until aborted: woken by the database, and polling each second in case a wake-up
 * was lost or a connection is no longer paused. Any number of processes may run it; killing one loses nothing. Never
 * throws: failures are logged and tried again, and a submission that fails three times ends as `failed`.
 */
export async function runSubmissionLoop(signal: AbortSignal): Promise<void> {
  const bell = makeBell(signal);
  const listening = listenTo("submissions", bell.ring, signal);
  const attempts = new Map<string, number>();
  while (!signal.aborted) {
    await settleAll(signal, attempts).catch((error: unknown) => {
      const away = error instanceof Problem && error.code === "unavailable";
      log().warn({ err: String(error), away }, "the submission loop failed; it is tried again");
    });
    await bell.wait(POLL_MS);
  }
  await listening;
}

async function settleAll(signal: AbortSignal, attempts: Map<string, number>): Promise<void> {
  while (!signal.aborted) {
    try {
      if (!(await transaction((sql) => settleNext(sql, { publishing: env().PUBLISHING })))) return;
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
