import type postgres from "postgres";
import { dedicatedConnection } from "@/db/client";
import { log } from "@/lib/log";
import { countsAgree, repairDrift } from "@/lib/search/drift";
import { syncIndexOnce } from "@/lib/search/index-sync";
import { prepareIndex } from "@/lib/search/rebuild-index";

/** One process at a time syncs the index: the engine's writes have no order between writers. */
const LOCK = 7_236_041;
const POLL_MS = 1_000;
const RETRY_MS_MAX = 5_000;
const COUNT_EVERY_MS = 15_000;
const COMPARE_EVERY_MS = 600_000;

/**
 * Keeps the search index equal to what is offered, until aborted: woken by the database, polling each second in case a
 * wake-up was lost, comparing counts each quarter of a minute and everything
 * each ten minutes. Any number of processes may run it; one
 * works, the others wait to take over. Never throws: failures are logged and tried again.
 */
export async function runIndexLoop(signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const sql = dedicatedConnection();
    try {
      await work(sql, signal, () => {
        failures = 0;
      });
    } catch (error) {
      failures += 1;
      log().warn({ err: String(error), failures }, "the index loop failed; it is tried again");
    }
    await sql.end({ timeout: 1 }).catch(() => {});
    await pause(Math.min(RETRY_MS_MAX, failures * 500), signal);
  }
}

async function work(sql: postgres.Sql, signal: AbortSignal, well: () => void): Promise<void> {
  const bell = makeBell();
  const listener = dedicatedConnection();
  try {
    await listener.listen("index_dirty", bell.ring);
    let prepared = false;
    let countedAt = Date.now();
    let comparedAt = Date.now();
    while (!signal.aborted) {
      const [held] = await sql<{ mine: boolean }[]>`
        select exists (select from pg_locks l where l.locktype = 'advisory' and l.objid = ${LOCK} and l.pid = pg_backend_pid())
               or pg_try_advisory_lock(${LOCK}) as mine`;
      if (held?.mine) {
        // Also after every failure: the engine may have come back without its data.
        if (!prepared) await prepareIndex();
        prepared = true;
        const { pending, indexed } = await syncIndexOnce();
        if (pending > 0 && indexed > 0) continue;
        const due =
          Date.now() - comparedAt > COMPARE_EVERY_MS ||
          (Date.now() - countedAt > COUNT_EVERY_MS && pending === 0 && !(await countsAgree()));
        if (Date.now() - countedAt > COUNT_EVERY_MS) countedAt = Date.now();
        if (due) {
          comparedAt = Date.now();
          const repaired = await repairDrift();
          if (repaired.marked > 0 || repaired.deleted > 0)
            log().warn(repaired, "the search index had drifted and is repaired");
        }
      }
      well();
      await bell.wait(POLL_MS, signal);
    }
  } finally {
    await listener.end({ timeout: 1 }).catch(() => {});
  }
}

/** A bell that is remembered when it rings while nobody waits. */
function makeBell(): { ring(): void; wait(ms: number, signal: AbortSignal): Promise<void> } {
  let rung = false;
  let wake = () => {};
  return {
    ring() {
      rung = true;
      wake();
    },
    async wait(ms, signal) {
      if (!rung)
        await pause(ms, signal, (wakeUp) => {
          wake = wakeUp;
        });
      rung = false;
      wake = () => {};
    },
  };
}

/** Resolves after `ms`, when aborted, or when woken; leaves no timer behind. */
function pause(ms: number, signal: AbortSignal, wakeable: (wake: () => void) => void = () => {}): Promise<void> {
  if (signal.aborted || ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    wakeable(done);
  });
}
