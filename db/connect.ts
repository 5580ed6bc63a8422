import type { Socket } from "node:net";
import postgres from "postgres";
import { isOfDatabase } from "@/db/failures";
import { openSocket, type Target } from "@/db/socket";
import type { Limits } from "@/db/transaction";
import { env } from "@/lib/env";
import { once } from "@/lib/process";

/** Connections for many short calls. `pooled`: a pooler stands in between, so nothing outlives a transaction. */
export type Pool = { sql: postgres.Sql; pooled: boolean };

const POOL_SIZE = 10;

/** How many connections the pool has: DATABASE_POOL, else `max` in the address, else ten. */
export function poolSize(): number {
  return env().DATABASE_POOL ?? (Number(optionOf(address(), "max")) || POOL_SIZE);
}

/**
 * Opens the pool. Whether a pooler such as PgBouncer stands in between is asked once for each address. Behind one no prepared
 * statement and no setting of a session may be used: in its transaction mode both belong to connections that others get.
 * Rejects when the database does not answer.
 */
export async function startPool(limits: Limits): Promise<Pool> {
  const known = kinds().get(address());
  if (known !== undefined) return { sql: known ? openPooled() : openDirect(limits), pooled: known };
  const direct = openDirect(limits);
  const pooled = await isPooled(direct).catch(async (error: unknown) => {
    await endQuietly(direct, 0);
    throw error;
  });
  kinds().set(address(), pooled);
  if (!pooled) return { sql: direct, pooled };
  await endQuietly(direct, 0);
  return { sql: openPooled(), pooled };
}

/** Has the next `startPool` ask anew what stands at this address. */
export function forgetKind(): void {
  kinds().delete(address());
}

/**
 * A connection of its own, outside pool and guard, for long work such as imports and backups. The caller ends it. It sets
 * nothing for its session, so that it works through a pooler too; limits belong to its transactions.
 */
export function dedicatedConnection(options: { max?: number; url?: string } = {}): postgres.Sql {
  const url = options.url ?? address();
  return open(url, {
    max: options.max ?? 1,
    connect_timeout: 5,
    connection: { application_name: "cairn-worker" },
    // Not known to be direct: not relied upon.
    ...(kinds().get(url) !== false && { prepare: false }),
  });
}

/** Breaks off everything that runs on these connections. The server rolls back what they have begun. Never throws. */
export async function breakOff(sql: postgres.Sql): Promise<void> {
  // A socket that waits to be read would never hear that it is to end, and the server would go on waiting to be read.
  for (const socket of sockets().get(sql) ?? []) socket.destroy();
  await endQuietly(sql, 0);
}

/** Ends connections, running calls after `seconds`; never throws. */
export async function endQuietly(sql: postgres.Sql, seconds: number): Promise<void> {
  await sql.end({ timeout: seconds }).catch(() => {});
}

function openDirect({ statementMs, lockMs, idleMs }: Limits): postgres.Sql {
  return open(address(), {
    ...POOLED,
    max: poolSize(),
    connection: {
      application_name: "cairn",
      statement_timeout: statementMs,
      ...(lockMs !== undefined && { lock_timeout: lockMs }),
      ...(idleMs !== undefined && { idle_in_transaction_session_timeout: idleMs }),
    },
  });
}

function openPooled(): postgres.Sql {
  return open(address(), { ...POOLED, max: poolSize(), prepare: false, connection: { application_name: "cairn" } });
}

const POOLED = { connect_timeout: 2, idle_timeout: 60, backoff: () => 0.1 };

/**
 * A pooler hands out numbers of its own for the sessions of its clients, and refuses settings of a session or drops them: one of
 * the three tells it apart from the server itself.
 */
async function isPooled(sql: postgres.Sql): Promise<boolean> {
  try {
    const answer = await sql<{ pid: number; statement_timeout: string }[]>`
      select pg_backend_pid() as pid, s.setting as statement_timeout
      from pg_settings s
      where s.name = 'statement_timeout'`;
    const [session] = answer;
    // The address may set its own, in other units.
    const asked = Number(sql.options.connection.statement_timeout);
    const dropped = Number.isFinite(asked) && Number(session?.statement_timeout) !== asked;
    return answer.state.pid !== session?.pid || dropped;
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/.test(error.message)) return true;
    throw error;
  }
}

type Options = postgres.Options<Record<string, never>>;

function open(url: string, options: Options): postgres.Sql {
  outliveDroppedPromises();
  const opened = new Set<Socket>();
  const socket = async (target: Target) => {
    const made = await openSocket(target);
    opened.add(made);
    return made.once("close", () => opened.delete(made));
  };
  // Apart, because the types of postgres.js do not know it.
  const wire = { socket };
  const sql = postgres(url, { ...wire, onnotice: () => {}, ...primaryOf(url), ...options });
  sockets().set(sql, opened);
  return sql;
}

/** The open sockets of each client. */
function sockets(): WeakMap<postgres.Sql, Set<Socket>> {
  return once("database-sockets", () => new WeakMap());
}

function address(): string {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is not set. `npm start` sets it for the embedded Postgres.");
  return DATABASE_URL;
}

/** Of several hosts the one that is no standby, unless the address asks for another. */
function primaryOf(url: string): Options {
  const severalHosts = /^[^?]*@[^/?]*,/.test(url);
  return severalHosts && !optionOf(url, "target_session_attrs") ? { target_session_attrs: "primary" } : {};
}

/** Not with `URL`, which knows no address of several hosts. */
function optionOf(url: string, name: string): string | undefined {
  return new URLSearchParams(url.split("?")[1] ?? "").get(name) ?? undefined;
}

/** Whether each address leads through a pooler. */
function kinds(): Map<string, boolean> {
  return once("database-kinds", () => new Map());
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
