import type { Sql } from "@/db/client";

/** Any number, as long as everyone who seeds asks for the same one. */
const SEEDING_LOCK = 4_207_001_134;

/** Waits until nobody else seeds; held until the transaction ends. */
export async function lockSeeding(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEEDING_LOCK})`;
}

export async function hasSkills(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ present: boolean }[]>`select exists (select 1 from skills) as present`;
  return row?.present ?? false;
}
