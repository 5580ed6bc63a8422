import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { breakOff, dedicatedConnection, hasSeveralHosts, openClient } from "@/db/connect";
import { isConnectionLost } from "@/db/failures";
import { inTransaction } from "@/db/transaction";
import { seal } from "@/lib/platform/secret";
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
  return openClient(url, {
    max: 1,
    connect_timeout: 10,
    prepare: false,
    fetch_types: false,
    connection: { application_name: "cairn-start" },
    ...(hasSeveralHosts(url) && { target_session_attrs: "read-write" as const }),
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

const ANSWER_MS_MAX = 20_000;

/**
 * Throws one sentence when nothing answers at this address, or when a pooler there runs no transactions, such as
 * PgBouncer in statement mode: no write could be atomic. Other database errors pass through.
 */
export async function requireTransactions(url: string): Promise<void> {
  try {
    await ask(url, "begin");
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    // Such a pooler closes the connection of a client that begins a transaction. A database that went away would not
    // answer this.
    await ask(url, "select 1");
    await ask(url, "begin").catch((again: unknown) => {
      if (!isConnectionLost(again)) throw again;
      throw new Error(
        "The pooler in DATABASE_URL is in statement mode, in which no transaction can run: set pool_mode = transaction or session in PgBouncer, or name Postgres itself in DATABASE_URL.",
        { cause: again },
      );
    });
  }
}

/** No connection was possible: refused, unknown host, no route, or no answer in time. */
function isUnreachable(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    "code" in error &&
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CONNECT_TIMEOUT)$/.test(String(error.code))
  );
}

/** Each on its own connection: postgres.js 3.4.9 gives the close reason to the next query on the same connection. */
async function ask(url: string, statement: string): Promise<void> {
  const sql = dedicatedConnection({ url });
  try {
    // With several hosts postgres.js retries them forever.
    const late = sleep(ANSWER_MS_MAX, "late", { ref: false });
    const outcome = await Promise.race([sql.unsafe(statement).then(() => "answered"), late]);
    if (outcome === "late") throw noAnswer(sql, `within ${ANSWER_MS_MAX / 1_000} s`);
  } catch (error) {
    throw isUnreachable(error) ? noAnswer(sql, error.code, error) : error;
  } finally {
    await breakOff(sql);
  }
}

function noAnswer({ options }: postgres.Sql, why: string, cause?: unknown): Error {
  const places = options.host.map((host, place) => `${host}:${options.port[place]}`).join(" or ");
  const advice = "start Postgres there, or name another one in DATABASE_URL";
  return new Error(`No database answers at ${places} (${why}): ${advice}.`, { cause });
}

/**
 * Creates the database `name` on the server at `url` when it is missing. Returns the server's version, such as `18.4`.
 */
export async function ensureDatabase(url: string, name: string): Promise<string> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} });
  try {
    const [row] = await sql<{ version: string; present: boolean }[]>`
      select current_setting('server_version') as version,
             exists (select 1 from pg_database where pg_database.datname = ${name}) as present`;
    if (!row?.present) await sql`create database ${sql(name)}`;
    return row?.version ?? "";
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/**
 * Throws one sentence when this database was first started with another CAIRN_SECRET: its cursors would be refused, and
 * a replayed search would return an append key that fits no thread. The first start stores the value that later starts
 * compare with.
 */
export async function requireSameSecret(sql: postgres.Sql): Promise<void> {
  const mine = seal("fingerprint");
  await sql`insert into secret_fingerprint (fingerprint) values (${mine}) on conflict (only_row) do nothing`;
  const [stored] = await sql<{ same: boolean }[]>`
    select secret_fingerprint.fingerprint = ${mine}::bytea as same
    from secret_fingerprint`;
  if (stored?.same) return;
  throw new Error(
    "CAIRN_SECRET is not the one that this database was used with: its cursors and replayed searches would no longer work. " +
      "Set the former one (without the variable it is the file `secret` in the former data folder), or change it for good with `npm run accept-secret`.",
  );
}

/** Everything that a change of the secret invalidates. */
export const ENDS = [
  "cursors of lists and feeds: clients that are paging through a list start again",
  "stored answers of searches: the same request with the same Idempotency-Key opens a new thread",
  "networks of reporters: an outcome from a network that has reported before counts as one of another network",
];

/**
 * Makes the current CAIRN_SECRET the one of this database; false when it already is. `ENDS` lists the consequences.
 * Append keys that clients hold keep working, because they are looked up by hash. Stop instances with the former secret
 * first.
 */
export async function acceptSecret(sql: postgres.Sql): Promise<boolean> {
  const mine = seal("fingerprint");
  return inTransaction(sql, async (tx) => {
    const changed = await tx`
      insert into secret_fingerprint (fingerprint) values (${mine})
      on conflict (only_row) do update
        set fingerprint = excluded.fingerprint, set_at = now_ms()
        where secret_fingerprint.fingerprint <> excluded.fingerprint`;
    if (changed.count === 0) return false;
    // A stored answer omits its append key; a key rederived with the new secret would match no stored hash.
    await tx`delete from idempotency_keys where idempotency_keys.body #>> '{data,thread,thread_id}' is not null`;
    return true;
  });
}
