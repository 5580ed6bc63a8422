import type postgres from "postgres";
import { dedicatedConnection, endQuietly, forgetKind, type Pool, poolSize, startPool } from "@/db/connect";
import { isOutdatedStatement } from "@/db/failures";
import { type Guard, type GuardState, makeGuard } from "@/db/guard";
import { recorded } from "@/db/query-recorder";
import { inTransaction, type Limits } from "@/db/transaction";
import { env } from "@/lib/platform/env";
import { forget, singleton } from "@/lib/platform/singleton";

export { dedicatedConnection } from "@/db/connect";

/**
 * A query's connection: the pool or a transaction. Rows come in snake_case; bigint columns as strings, times as `Date`.
 */
export type Sql = postgres.ISql;

/** A value for a jsonb column. */
export type Json = postgres.JSONValue;

/** `pool` is null until a call needs it. */
type Database = { pool: Promise<Pool> | null; guard: Guard };

/** The server should report a statement timeout itself before we treat its connection as hung. */
const STATEMENT_MARGIN_MS = 300;
/** A statement waits less for a lock than it may take in all. */
const LOCK_MARGIN_MS = 400;
const WAIT_MS_MIN = 500;
/** The share of its time that a call waits for a connection. */
const WAIT_SHARE = 0.1;
const IDLE_MS_MAX = 10_000;
const LEISURE_MS_MAX = 60_000;

function database(): Database {
  return singleton("database", () => {
    const callMs = env().DATABASE_TIMEOUT_MS;
    const waitMs = Math.max(WAIT_MS_MIN, callMs * WAIT_SHARE);
    return { pool: null, guard: makeGuard({ permits: poolSize(), queueMax: 200, waitMs, callMs }) };
  });
}

function limits(): Limits {
  return {
    statementMs: env().DATABASE_TIMEOUT_MS - STATEMENT_MARGIN_MS,
    lockMs: env().DATABASE_TIMEOUT_MS - LOCK_MARGIN_MS,
    idleMs: IDLE_MS_MAX,
  };
}

/**
 * Reads outside a transaction, behind the guard: at most as many at once as the pool has connections,
 * `DATABASE_TIMEOUT_MS` in all, one retry after a broken connection. Throws the problem `unavailable` (503) when the
 * database cannot answer. Never call it inside `transaction`: use the transaction's own `sql` there. `work` may run
 * again later (`db/query-recorder.ts`), so it must only read.
 */
export async function read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  return recorded(work, () => guarded((pool) => call(pool, work), 1));
}

/** One statement that writes: like `read`, but without the retry after a broken connection. */
export async function write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  return guarded((pool) => call(pool, work), 0);
}

/**
 * Runs `work` in one READ COMMITTED transaction: commits when it resolves, rolls back when it throws. When it resolves,
 * the server has confirmed the commit. `work` runs again, up to twice, when the server is known to have stored nothing
 * (a prepared statement was outdated, or the transaction lost a deadlock), never after a broken connection; after that
 * it throws `unavailable`. So `work` must make no external calls, and its other side effects must be safe to repeat.
 */
export async function transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  return guarded(({ sql, pooled }) => inTransaction(sql, work, pooled ? limits() : undefined), 0);
}

/** Behind a pooler every call is a transaction that sets its own limits, because no session setting can. */
function call<T>({ sql, pooled }: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  return pooled ? inTransaction(sql, work, limits()) : work(sql);
}

function guarded<T>(work: (pool: Pool) => Promise<T>, retries: number): Promise<T> {
  const here = database();
  return here.guard.run(
    async (onLoss) => {
      here.pool ??= startPool(limits());
      const { pool } = here;
      onLoss(() => replacePool(here, pool));
      try {
        return await work(await pool);
      } catch (error) {
        // A pooler may have been put in front since.
        if (isOutdatedStatement(error)) forgetKind();
        throw error;
      }
    },
    { retries },
  );
}

/**
 * The next call opens new connections beside the old ones, whose calls may still finish. A postgres.js connection that
 * broke during a write keeps its unsent data and cannot be reused.
 */
function replacePool(here: Database, old: Promise<Pool>): void {
  if (here.pool !== old) return;
  here.pool = null;
  old.then(({ sql }) => endQuietly(sql, env().DATABASE_TIMEOUT_MS / 1_000)).catch(() => {});
}

/**
 * Reads for background work over the whole library: on a connection of its own, outside pool and guard. Throws after a
 * minute, and when the database does not answer.
 */
export async function readAtLeisure<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = dedicatedConnection();
  let timer: NodeJS.Timeout | undefined;
  // The server's own limit ends a statement, not a silent connection.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error("the database does not answer")),
      LEISURE_MS_MAX + env().DATABASE_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([inTransaction(sql, work, { statementMs: LEISURE_MS_MAX }), late]);
  } finally {
    clearTimeout(timer);
    await endQuietly(sql, 1);
  }
}

/** The state of the guard, for health and metrics. */
export function databaseLoad(): GuardState {
  return database().guard.state();
}

/** Closes the pool; running calls get five seconds. */
export async function closeDatabase(): Promise<void> {
  const { pool } = database();
  forget("database");
  await pool?.then(({ sql }) => sql.end({ timeout: 5 })).catch(() => {});
}
