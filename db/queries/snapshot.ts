import type { Sql } from "@/db/client";

/**
 * Identifies the visible state of the database. While it stays the same, nothing has changed: every write takes the
 * next transaction number, and a snapshot lists the numbers not yet committed.
 */
export async function snapshotNow(sql: Sql): Promise<string> {
  const [row] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`;
  if (!row) throw new Error("a select without a table returned no row");
  return row.snapshot;
}
