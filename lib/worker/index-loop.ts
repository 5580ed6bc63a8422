import type postgres from "postgres";
import { dedicatedConnection } from "@/db/client";
import { log } from "@/lib/log";
import { countsAgree, documentsHeld, repairDrift } from "@/lib/search/drift";
import { syncIndexOnce } from "@/lib/search/index-sync";
import { embedderChanged, muchWaits, prepareIndex } from "@/lib/search/rebuild-index";
import { type Bell, makeBell } from "@/lib/worker/bell";
import { listenTo } from "@/lib/worker/ear";
import { within } from "@/lib/worker/within";

/** One process at a time syncs the index: the engine's writes have no order between writers. */
const LOCK = 7_236_041;
const POLL_MS = 1_000;
const RETRY_MS_MAX = 5_000;
const CLAIM_MS_MAX = 5_000;
/** A holder whose wire was cut keeps the lock until the server ends its transaction. */
const IDLE_MS_MAX = 30_000;
const PULSE_MS = 5_000;
const COUNT_EVERY_MS = 15_000;
const COMPARE_EVERY_MS = 600_000;

/**
 * Keeps the search index equal to what is offered, until aborted: woken by the database, polling each second in case a
 * wake-up was lost, looking each second whether the engine lost or gained documents by itself, comparing counts each
 * quarter of a minute and everything each ten minutes. Any number of processes may run it; one works, the others wait to
 * take over. Never throws: failures are logged and tried again.
 */
export async function runIndexLoop(signal: AbortSignal): Promise<void> {
  const bell = makeBell(signal);
  const listening = listenTo("index_dirty", bell.ring, signal);
  for (let failures = 0; !signal.aborted; ) {
    const sql = dedicatedConnection();
    // Long work touches this connection seldom, and the server ends a transaction that says nothing for long.
    const pulse = setInterval(() => void sql`select 1`.catch(() => {}), PULSE_MS);
    try {
      await work(sql, signal, bell, () => {
        failures = 0;
      });
    } catch (error) {
      failures += 1;
      log().warn({ err: String(error), failures }, "the index loop failed; it is tried again");
    }
    clearInterval(pulse);
    await sql.end({ timeout: 1 }).catch(() => {});
    await bell.wait(Math.min(RETRY_MS_MAX, failures * 500));
  }
  await listening;
}

async function work(sql: postgres.Sql, signal: AbortSignal, bell: Bell, well: () => void): Promise<void> {
  let prepared = false;
  let countedAt = Date.now();
  let held: number | null = null;
  let comparedAt = Date.now();
  while (!signal.aborted) {
    if (await within(CLAIM_MS_MAX, "the claim of the index", claim(sql))) {
      // Also after every failure: the engine may have come back without its data.
      if (!prepared || (await embedderChanged())) await prepareIndex();
      prepared = true;
      const { pending, indexed } = await syncIndexOnce();
      if (pending > 0 && indexed > 0) {
        prepared = !(await muchWaits(pending));
        continue;
      }
      // Throws when the index is gone: it is then built anew.
      const holds: number | null = pending === 0 ? await documentsHeld() : held;
      const count = holds !== held || Date.now() - countedAt > COUNT_EVERY_MS;
      const due = Date.now() - comparedAt > COMPARE_EVERY_MS || (count && pending === 0 && !(await countsAgree()));
      if (count) countedAt = Date.now();
      held = holds;
      if (due) {
        comparedAt = Date.now();
        const repaired = await repairDrift();
        if (repaired.marked > 0 || repaired.deleted > 0)
          log().warn(repaired, "the search index had drifted and is repaired");
      }
    }
    well();
    await bell.wait(POLL_MS);
  }
}

/**
 * Whether this connection holds the one lock of the index; takes it when it is free. The lock belongs to a transaction that
 * stays open, because behind a pooler no session lasts; it reads nothing, so it holds back no cleaning of the tables.
 */
async function claim(sql: postgres.Sql): Promise<boolean> {
  const [held] = await sql<{ mine: boolean }[]>`
    select exists (
      select from pg_locks l
      where l.locktype = 'advisory' and l.objid = ${LOCK} and l.granted and l.pid = pg_backend_pid()
    ) as mine`;
  if (held?.mine) return true;
  // One message: in two a connection made anew in between would take the lock outside of the transaction.
  const results = await sql.unsafe<{ mine: boolean }[][]>(
    `begin; set local idle_in_transaction_session_timeout = ${IDLE_MS_MAX};
     select pg_try_advisory_xact_lock(${LOCK}) as mine`,
  );
  const taken = results.at(-1)?.[0];
  if (!taken?.mine) await sql.unsafe("rollback");
  return taken?.mine === true;
}
