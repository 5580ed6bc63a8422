import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { migrate } from "@/db/migrate";
import { env } from "@/lib/platform/env";

/** A separate database for tests that need isolation. */
export type ScratchDatabase = { url: string; sql: postgres.Sql; drop(): Promise<void> };

/** An empty one with the newest schema. */
export async function makeScratchDatabase(): Promise<ScratchDatabase> {
  const scratch = await makeEmptyDatabase();
  await migrate(scratch.sql);
  return scratch;
}

/** One without a schema. */
export async function makeEmptyDatabase(): Promise<ScratchDatabase> {
  const name = `scratch_${randomBytes(6).toString("hex")}`;
  const address = new URL(env().DATABASE_URL ?? "");
  const admin = postgres(address.href, { max: 1, onnotice: () => {} });
  await admin`create database ${admin(name)}`;
  address.pathname = `/${name}`;
  const sql = postgres(address.href, { max: 2, onnotice: () => {} });
  return {
    url: address.href,
    sql,
    async drop() {
      await sql.end();
      await admin`drop database ${admin(name)} with (force)`;
      await admin.end();
    },
  };
}
