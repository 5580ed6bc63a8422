import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { openClient } from "@/db/connect";
import type { Progress } from "@/lib/platform/steps";

/** Arbitrary; every starter must use the same number. */
const START_LOCK = 4_207_001_133;
const LOOK_MS = 250;
const CONNECT_MS_MAX = 20_000;
const TELL_MS = 2_000;
/** When a holder's machine dies, its lock lasts until the server ends the session. */
const IDLE_MS_MAX = 30_000;
const PULSE_MS = 5_000;

/**
 * Runs `work` while no other starter, on any machine, does so on this database; `work` gets one connection. Waits for
 * the lock and reports the holder to `progress`. Works through a pooler in transaction mode, because the lock belongs
 * to a transaction. With several hosts in the address it uses the one that accepts writes. Throws when none answers
 * within 20 s.
 */
export async function aloneOnDatabase<T>(
  url: string,
  work: (sql: postgres.Sql) => Promise<T>,
  progress?: Progress,
): Promise<T> {
  const holder = connect(url);
  const sql = connect(url);
  try {
    await firstAnswer(holder, progress);
    for (;;) {
      const done = await holder.begin((tx) => whenFirst(tx, () => work(sql), progress));
      if (done) return done.value;
      await sleep(LOOK_MS);
    }
  } finally {
    await Promise.all([holder.end({ timeout: 5 }), sql.end({ timeout: 5 })]);
  }
}

/**
 * Uses neither session settings nor prepared statements: poolers refuse most settings, and a prepared statement belongs
 * to one session.
 */
function connect(url: string): postgres.Sql {
  const hasSeveralHosts = /^[^?]*@[^/?]*,/.test(url);
  return openClient(url, {
    max: 1,
    connect_timeout: 10,
    prepare: false,
    fetch_types: false,
    connection: { application_name: "cairn-start" },
    ...(hasSeveralHosts && { target_session_attrs: "read-write" as const }),
  });
}

/** With several hosts postgres.js retries forever. */
async function firstAnswer(sql: postgres.Sql, progress: Progress | undefined): Promise<void> {
  const begun = Date.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      progress?.("waiting: the database does not answer yet");
      if (Date.now() - begun < CONNECT_MS_MAX) return;
      reject(
        new Error(`No database that accepts writes answered within ${CONNECT_MS_MAX / 1_000} s. Check DATABASE_URL.`),
      );
    }, TELL_MS);
  });
  try {
    await Promise.race([sql`select 1`, late]);
  } finally {
    clearInterval(timer);
  }
}

/** Null when another starter has the lock. */
async function whenFirst<T>(
  tx: postgres.TransactionSql,
  work: () => Promise<T>,
  progress: Progress | undefined,
): Promise<{ value: T } | null> {
  const [lock] = await tx<{ mine: boolean }[]>`select pg_try_advisory_xact_lock(${START_LOCK}) as mine`;
  if (!lock?.mine) {
    progress?.(await whoHolds(tx));
    return null;
  }
  // As a simple query: one with a portal would keep its snapshot, and an index that `work` builds concurrently waits for
  // the end of every snapshot.
  const pulsate = () => tx.unsafe(`set local idle_in_transaction_session_timeout = ${IDLE_MS_MAX}`);
  await pulsate();
  // A failure aborts the transaction, and the caller gets that error.
  const pulse = setInterval(() => void pulsate().catch(() => {}), PULSE_MS);
  try {
    return { value: await work() };
  } finally {
    clearInterval(pulse);
  }
}

async function whoHolds(tx: postgres.TransactionSql): Promise<string> {
  const [holder] = await tx<{ pid: number; host: string | null }[]>`
    select a.pid, host(a.client_addr) as host
    from pg_locks l
    join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory'
      and l.granted
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
      and (l.classid::bigint << 32) + l.objid::bigint = ${START_LOCK}`;
  const who = holder ? ` (database session ${holder.pid}${holder.host ? `, from ${holder.host}` : ""})` : "";
  return `waiting: another start is preparing this database${who}`;
}
