import type { Sql } from "@/db/client";

/**
 * The name of what the database shows now. While it stays the same nothing at all has changed: every write takes the next
 * number of the database's transactions, and a snapshot lists those that had not committed yet.
 */
export async function snapshotNow(sql: Sql): Promise<string> {
  const [row] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`;
  if (!row) throw new Error("a select without a table returned no row");
  return row.snapshot;
}
