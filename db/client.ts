import postgres from "postgres";
import { type Guard, isConnectionLost, isOfDatabase, makeGuard } from "@/db/guard";
import { noted } from "@/db/noted-reads";
import { openSocket } from "@/db/socket";
import { env } from "@/lib/env";
import { forget, once } from "@/lib/process";

/** What queries take: the pool or a transaction. Rows come in snake_case; bigint columns as strings, times as `Date`. */
export type Sql = postgres.ISql;

type Database = { sql: postgres.Sql; guard: Guard };

/** The server is to say itself that a statement takes too long, before its connection is taken to hang. */
const STATEMENT_MARGIN_MS = 300;
const LOCK_MS_MAX = 3_000;
const LEISURE_MS_MAX = 60_000;
/** Apart, because the types of postgres.js do not know it. */
const WIRE = { socket: openSocket };

function database(): Database {
  return once("database", () => {
    const { DATABASE_POOL, DATABASE_TIMEOUT_MS } = env();
    return {
      sql: openPool(),
      guard: makeGuard({ permits: DATABASE_POOL, queueMax: 200, waitMs: 500, callMs: DATABASE_TIMEOUT_MS }),
    };
  });
}

/**
 * A new connection asks for the types of arrays in a promise that postgres.js drops. When the connection breaks meanwhile, whoever
 * waits for it is told; the dropped promise must not end the process. Where others listen for such promises, it is theirs to say.
 */
function outliveDroppedPromises(): void {
  once("dropped-promises", () =>
    process.on("unhandledRejection", (error) => {
      if (process.listenerCount("unhandledRejection") === 1 && !isOfDatabase(error)) throw error;
    }),
  );
}

function openPool(): postgres.Sql {
  outliveDroppedPromises();
  const { DATABASE_URL, DATABASE_POOL, DATABASE_TIMEOUT_MS } = env();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is not set. `npm start` sets it for the embedded Postgres.");
  return postgres(DATABASE_URL, {
    ...WIRE,
    max: DATABASE_POOL,
    connect_timeout: 2,
    idle_timeout: 60,
    backoff: () => 0.1,
    onnotice: () => {},
    connection: {
      application_name: "cairn",
      statement_timeout: DATABASE_TIMEOUT_MS - STATEMENT_MARGIN_MS,
      lock_timeout: LOCK_MS_MAX,
      idle_in_transaction_session_timeout: 10_000,
    },
  });
}

/**
 * Reads outside a transaction, behind the guard: at most as many at once as the pool has connections, `DATABASE_TIMEOUT_MS`
 * in all, once more after a broken connection. Throws the problem `unavailable` (503) when the database cannot answer. Never call it
 * inside `transaction`: use the transaction's own `sql` there. `work` may run again later (`db/noted-reads.ts`), so it does nothing
 * but read.
 */
export async function read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  return noted(work, () => guarded(work, 1));
}

/** One statement that writes: like `read`, but never tried twice. */
export async function write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  return guarded(work, 0);
}

/**
 * Runs `work` in one READ COMMITTED transaction: commits when it resolves, rolls back when it throws. Never retried.
 * Make no outside call inside.
 */
export async function transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  return guarded(async (sql) => {
    let result: { value: T } | undefined;
    await sql.begin(async (tx) => {
      result = { value: await work(tx).catch(stayWhenLost) };
    });
    if (!result) throw new Error("The transaction ended without a result.");
    return result.value;
  }, 0);
}

/**
 * For a broken connection `begin` rejects by itself. Rejecting inside of it as well would make postgres.js send its
 * rollback to a socket that is gone, which throws where nobody can catch it and ends the process.
 */
function stayWhenLost(error: unknown): Promise<never> {
  return isConnectionLost(error) ? new Promise(() => {}) : Promise.reject(error);
}

function guarded<T>(work: (sql: postgres.Sql) => Promise<T>, retries: number): Promise<T> {
  const here = database();
  return here.guard.run(
    (onLoss) => {
      const { sql } = here;
      onLoss(() => replacePool(here, sql));
      return work(sql);
    },
    { retries },
  );
}

/**
 * Opens new connections beside the old ones, whose calls may still finish. A connection of postgres.js that broke in
 * the middle of a write keeps what it had not sent, and cannot be used again.
 */
function replacePool(here: Database, old: postgres.Sql): void {
  if (here.sql !== old) return;
  here.sql = openPool();
  void old.end({ timeout: env().DATABASE_TIMEOUT_MS / 1_000 }).catch(() => {});
}

/**
 * Reads for work that nobody waits for, over the whole library: on a connection of its own, outside pool and guard. Throws
 * after a minute, and when the database does not answer.
 */
export async function readAtLeisure<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = dedicatedConnection({ statementMsMax: LEISURE_MS_MAX });
  let timer: NodeJS.Timeout | undefined;
  // The server's own limit ends a statement, not a connection that has gone silent.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error("the database does not answer")),
      LEISURE_MS_MAX + env().DATABASE_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([work(sql), late]);
  } finally {
    clearTimeout(timer);
    await sql.end({ timeout: 1 }).catch(() => {});
  }
}

/**
 * A connection of its own, outside pool and guard, for LISTEN and for long work (imports). The caller ends it. With
 * `idleMsMax` the server ends it, and frees its locks, when it says nothing for that long.
 */
export function dedicatedConnection(
  options: { max?: number; idleMsMax?: number; statementMsMax?: number } = {},
): postgres.Sql {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is not set.");
  outliveDroppedPromises();
  return postgres(DATABASE_URL, {
    ...WIRE,
    max: options.max ?? 1,
    connect_timeout: 5,
    onnotice: () => {},
    connection: {
      application_name: "cairn-worker",
      ...(options.idleMsMax === undefined ? {} : { idle_session_timeout: options.idleMsMax }),
      ...(options.statementMsMax === undefined ? {} : { statement_timeout: options.statementMsMax }),
    },
  });
}

/** The state of the guard, for health and metrics. */
export function databaseLoad(): { running: number; waiting: number; breaker: "closed" | "open" } {
  return database().guard.state();
}

/** Closes the pool, giving running calls five seconds. */
export async function closeDatabase(): Promise<void> {
  const { sql } = database();
  forget("database");
  await sql.end({ timeout: 5 });
}
