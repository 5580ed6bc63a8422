import type { Sql } from "@/db/client";

/** Any number, as long as everyone who seeds asks for the same one. */
const SEEDING_LOCK = 4_207_001_134;

/** Waits until nobody else seeds; held until the transaction ends. */
export async function lockSeeding(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEEDING_LOCK})`;
}

/** How many skills there are, withdrawn ones included. */
export async function countSkills(sql: Sql): Promise<number> {
  const [row] = await sql<{ skills: number }[]>`select count(*)::int as skills from skills`;
  return row?.skills ?? 0;
}
