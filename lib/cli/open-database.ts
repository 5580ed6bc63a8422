import { existsSync } from "node:fs";
import path from "node:path";
import { dedicatedConnection, endQuietly } from "@/db/connect";
import { judgeSchema, migrate } from "@/db/migrate";
import { aloneOnDatabase, requireTransactions } from "@/db/start";
import { env, forgetEnv } from "@/lib/platform/env";

const SETTINGS = path.resolve(import.meta.dirname, "../../.env");

/** Read-only commands accept an older schema; writing ones migrate it first; an export takes whatever it can read. */
type Use = "reads" | "writes" | "exports";

/**
 * Provides a database with a suitable schema, and its address in the environment: the one of DATABASE_URL, which may be
 * set in this clone's `.env`, else its embedded Postgres. `close` stops a Postgres that this call started and leaves a
 * running one alone. Throws a readable error when the schema is of a newer release.
 */
export async function openDatabase(use: Use = "writes"): Promise<{ close(): Promise<void> }> {
  if (existsSync(SETTINGS)) process.loadEnvFile(SETTINGS);
  forgetEnv();
  const close = env().DATABASE_URL ? async () => {} : await openEmbedded();
  const url = env().DATABASE_URL ?? "";
  try {
    await requireTransactions(url);
    if (use === "reads") await sayAge();
    else if (use === "writes") await aloneOnDatabase(url, (sql) => migrate(sql));
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

async function sayAge(): Promise<void> {
  const sql = dedicatedConnection();
  try {
    const age = await judgeSchema(sql);
    if (age) process.stderr.write(`${age}\n`);
  } finally {
    await endQuietly(sql, 5);
  }
}

async function openEmbedded(): Promise<() => Promise<void>> {
  const [{ openPlace }, { LockHeld, takeLock }, { startPostgres, stopPostgres }] = await Promise.all([
    import("@/lib/start/instance-layout"),
    import("@/lib/start/lock"),
    import("@/lib/start/postgres"),
  ]);
  const place = openPlace();
  // The lock of `npm start`: while we hold it, no start can use a Postgres that we are about to stop. While a running
  // Cairn holds it, we use its Postgres.
  const lock = await takeLock(path.join(place.state, "lock"), {
    waitFor: ["starting", "stopping"],
    waitMs: 120_000,
  }).catch((error: unknown) => {
    if (error instanceof LockHeld) return null;
    throw error;
  });
  const engine = await startPostgres(place).catch((error: unknown) => {
    lock?.release();
    throw error;
  });
  process.env.DATABASE_URL = engine.url;
  forgetEnv();
  return async () => {
    if (lock && engine.how !== "found") await stopPostgres(engine.pid);
    lock?.release();
  };
}
