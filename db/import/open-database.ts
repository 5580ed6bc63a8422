import { existsSync } from "node:fs";
import path from "node:path";
import { env, forgetEnv } from "@/lib/env";
import { aloneOnDatabase } from "@/lib/local/alone-on-database";
import { migrate } from "@/lib/local/migrate";

const SETTINGS = path.resolve(import.meta.dirname, "../../.env");

/**
 * Has a database with the newest schema, and its address in the environment: that of DATABASE_URL, which may stand in
 * the `.env` of this clone, else its embedded Postgres. A Postgres that this call had to start is stopped by `close`; one
 * that ran is left alone.
 */
export async function openDatabase(): Promise<{ close(): Promise<void> }> {
  if (existsSync(SETTINGS)) process.loadEnvFile(SETTINGS);
  forgetEnv();
  const close = env().DATABASE_URL ? async () => {} : await openEmbedded();
  const url = env().DATABASE_URL ?? "";
  try {
    await aloneOnDatabase(url, (sql) => migrate(sql));
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

async function openEmbedded(): Promise<() => Promise<void>> {
  const [{ openPlace }, { LockHeld, takeLock }, { startPostgres, stopPostgres }] = await Promise.all([
    import("@/lib/local/place"),
    import("@/lib/local/lock"),
    import("@/lib/local/postgres"),
  ]);
  const place = openPlace();
  // The lock of `npm start`: while we hold it nobody starts on a Postgres that we are about to stop. While a running
  // Cairn holds it, its Postgres serves us too.
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
