import type { Sql } from "@/db/client";

/** Arbitrary; every seeder must use the same number. */
const SEEDING_LOCK = 4_207_001_134;

/** Waits for other seeders; holds the lock until the transaction ends. */
export async function lockSeeding(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEEDING_LOCK})`;
}

/** The number of skills, withdrawn ones included. */
export async function countSkills(sql: Sql): Promise<number> {
  const [row] = await sql<{ skills: number }[]>`select count(*)::int as skills from skills`;
  return row?.skills ?? 0;
}
