import type postgres from "postgres";
import { dedicatedConnection, transaction } from "@/db/client";
import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { log } from "@/lib/log";
import { failSubmission, SettlingFailed, settleNext } from "@/lib/submissions/settle-submission";

const POLL_MS = 1_000;
const ATTEMPTS_MAX = 3;

/**
 * Settles submissions one after another until aborted: woken by the database, and polling each second in case a wake-up
 * was lost or a connection is no longer paused. Any number of processes may run it; killing one loses nothing. Never
 * throws: failures are logged and tried again, and a submission that fails three times ends as `failed`.
 */
export async function runSubmissionLoop(signal: AbortSignal): Promise<void> {
  const bell = makeBell(signal);
  const ear = makeEar(bell.ring);
  const attempts = new Map<string, number>();
  while (!signal.aborted) {
    void ear.listen();
    await settleAll(signal, attempts).catch((error: unknown) => {
      const away = error instanceof Problem && error.code === "unavailable";
      log().warn({ err: String(error), away }, "the submission loop failed; it is tried again");
    });
    await bell.wait(POLL_MS);
  }
  await ear.close();
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

/** Listens on a connection of its own; tries again at the next call when the database was away. */
function makeEar(ring: () => void): { listen(): Promise<void>; close(): Promise<void> } {
  let sql: postgres.Sql | null = null;
  return {
    async listen() {
      if (sql) return;
      sql = dedicatedConnection();
      await sql.listen("submissions", ring, ring).catch(async (error: unknown) => {
        log().warn({ err: String(error) }, "the worker does not hear the database; it polls");
        await sql?.end({ timeout: 1 }).catch(() => {});
        sql = null;
      });
    },
    async close() {
      await sql?.end({ timeout: 1 }).catch(() => {});
    },
  };
}

/** A bell that is remembered when it rings while nobody waits. */
function makeBell(signal: AbortSignal): { ring(): void; wait(ms: number): Promise<void> } {
  let rung = false;
  let wake = () => {};
  const ring = () => {
    rung = true;
    wake();
  };
  signal.addEventListener("abort", ring, { once: true });
  return {
    ring,
    async wait(ms) {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
    },
  };
}
