import postgres from "postgres";
import { isOfDatabase } from "@/db/failures";
import { type DatabaseSocket, openSocket, type Refusals, type Target } from "@/db/socket";
import type { Limits } from "@/db/transaction";
import { makeDeadline, within } from "@/lib/platform/deadline";
import { env } from "@/lib/platform/env";
import { outsideRequests, singleton } from "@/lib/platform/singleton";

/** Connections for many short calls. `pooled`: a pooler is in front, so no state outlives a transaction. */
export type Pool = { sql: postgres.Sql; pooled: boolean };

const POOL_SIZE = 10;

/** The pool size: DATABASE_POOL, else `max` in the address, else ten. */
export function poolSize(): number {
  return env().DATABASE_POOL ?? (Number(optionOf(address(), "max")) || POOL_SIZE);
}

/**
 * Opens the pool. Detects once per address whether a pooler such as PgBouncer is in front. Behind one, prepared
 * statements and session settings must not be used: in transaction mode both belong to server connections that other
 * clients get. Rejects when the database does not answer in the time of a statement.
 */
export async function startPool(limits: Limits): Promise<Pool> {
  const known = kinds().get(address());
  if (known !== undefined) return { sql: known ? openPooled() : openDirect(limits), pooled: known };
  const direct = openDirect(limits);
  // With several hosts postgres.js retries forever.
  const pooled = await within(isPooled(direct), makeDeadline(limits.statementMs), noAnswer).catch(
    async (error: unknown) => {
      await endQuietly(direct, 0);
      throw error;
    },
  );
  kinds().set(address(), pooled);
  if (!pooled) return { sql: direct, pooled };
  await endQuietly(direct, 0);
  return { sql: openPooled(), pooled };
}

/** Makes the next `startPool` detect again whether a pooler is at this address. */
export function forgetKind(): void {
  kinds().delete(address());
}

/**
 * A separate connection, outside pool and guard, for long work such as imports and backups. The caller ends it. It has
 * no session settings, so it works through a pooler too; limits belong to its transactions.
 */
export function dedicatedConnection(options: { max?: number; url?: string } = {}): postgres.Sql {
  const url = options.url ?? address();
  return openClient(url, {
    max: options.max ?? 1,
    connect_timeout: 5,
    connection: { application_name: "cairn-worker" },
    // Unless known to be direct, assume a pooler.
    ...(kinds().get(url) !== false && { prepare: false }),
  });
}

/** Aborts everything that runs on these connections. The server rolls back unfinished work. Never throws. */
export async function breakOff(sql: postgres.Sql): Promise<void> {
  // A socket with unread data never sees that it is being closed, and the server keeps waiting for it to be read.
  for (const socket of sockets().get(sql) ?? []) socket.destroy();
  await endQuietly(sql, 0);
}

/** Closes connections, aborting running calls after `seconds`; never throws. */
export async function endQuietly(sql: postgres.Sql, seconds: number): Promise<void> {
  await sql.end({ timeout: seconds }).catch(() => {});
}

function openDirect({ statementMs, lockMs, idleMs }: Limits): postgres.Sql {
  return openClient(address(), {
    ...POOLED,
    max: poolSize(),
    connection: {
      application_name: "cairn",
      // Planning a hot statement anew for its values takes longer than running it.
      plan_cache_mode: "force_generic_plan",
      statement_timeout: statementMs,
      ...(lockMs !== undefined && { lock_timeout: lockMs }),
      ...(idleMs !== undefined && { idle_in_transaction_session_timeout: idleMs }),
    },
  });
}

function openPooled(): postgres.Sql {
  return openClient(address(), {
    ...POOLED,
    max: poolSize(),
    prepare: false,
    connection: { application_name: "cairn" },
  });
}

const POOLED = { connect_timeout: 2, idle_timeout: 60, backoff: () => 0.1 };

function noAnswer(): Error {
  return Object.assign(new Error("The database does not answer."), { code: "CONNECT_TIMEOUT" });
}

/**
 * A pooler gives its clients session ids of its own, and rejects or drops session settings. Any of the three reveals
 * it.
 */
async function isPooled(sql: postgres.Sql): Promise<boolean> {
  try {
    const answer = await sql<{ pid: number; statement_timeout: string }[]>`
      select pg_backend_pid() as pid, s.setting as statement_timeout
      from pg_settings s
      where s.name = 'statement_timeout'`;
    const [session] = answer;
    // The address may set its own timeout, in other units.
    const asked = Number(sql.options.connection.statement_timeout);
    const dropped = Number.isFinite(asked) && Number(session?.statement_timeout) !== asked;
    return answer.state.pid !== session?.pid || dropped;
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/.test(error.message)) return true;
    throw error;
  }
}

type Options = postgres.Options<Record<string, never>>;

/** A client of the database at `url`. Of several hosts it uses the primary, unless the address asks for another. */
export function openClient(url: string, options: Options): postgres.Sql {
  outliveDroppedPromises();
  const opened = new Set<DatabaseSocket>();
  let ended = false;
  const socket = async (target: Target) => {
    // With several hosts postgres.js reconnects for a waiting query even after the end of its client, and runs it
    // whenever a host answers again, long after its caller was refused. This stops it.
    if (ended) throw new Error("This client of the database has ended.");
    const made = await outsideRequests(() => openSocket(target, refusalsAt(url)));
    opened.add(made);
    made.whenClosed(() => opened.delete(made));
    return made;
  };
  // A separate object, because the types of postgres.js lack this option.
  const wire = { socket };
  const sql = postgres(url, { ...wire, onnotice: () => {}, ...primaryOf(url), ...options });
  sockets().set(sql, opened);
  const end = sql.end.bind(sql);
  return Object.assign(sql, {
    end: async (given?: { timeout?: number }) => {
      for (const made of opened) made.isEnding = true;
      await end(given);
      ended = true;
    },
  });
}

/** All clients of one address know which of its hosts refused the others. */
function refusalsAt(url: string): Refusals {
  const known = singleton("database-refusals", () => new Map<string, Refusals>());
  const refusals = known.get(url) ?? new Map();
  known.set(url, refusals);
  return refusals;
}

/** The open sockets of each client. */
function sockets(): WeakMap<postgres.Sql, Set<DatabaseSocket>> {
  return singleton("database-sockets", () => new WeakMap());
}

function address(): string {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is not set. `npm start` sets it for the embedded Postgres.");
  return DATABASE_URL;
}

/** Of several hosts the primary, unless the address asks for another. */
function primaryOf(url: string): Options {
  return hasSeveralHosts(url) && !optionOf(url, "target_session_attrs") ? { target_session_attrs: "primary" } : {};
}

/** Whether an address names more than one host. */
export function hasSeveralHosts(url: string): boolean {
  return /^[^?]*@[^/?]*,/.test(url);
}

/** Not with `URL`, which cannot parse an address with several hosts. */
function optionOf(url: string, name: string): string | undefined {
  return new URLSearchParams(url.split("?")[1] ?? "").get(name) ?? undefined;
}

/** Whether each address leads through a pooler. */
function kinds(): Map<string, boolean> {
  return singleton("database-kinds", () => new Map());
}

/**
 * A new connection queries the array types in a promise that postgres.js drops. When the connection breaks meanwhile,
 * its callers get the error; the dropped promise must not end the process. If other listeners for unhandled rejections
 * exist, they decide.
 */
function outliveDroppedPromises(): void {
  singleton("dropped-promises", () =>
    process.on("unhandledRejection", (error) => {
      if (process.listenerCount("unhandledRejection") === 1 && !isOfDatabase(error)) throw error;
    }),
  );
}
