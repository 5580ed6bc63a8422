import type { Sql } from "@/db/client";

/** How much the search index has still to read, how old the oldest of it is, and how many versions it refused. */
export async function indexBacklog(sql: Sql): Promise<{ pending: number; lag_seconds: number; dead_letters: number }> {
  const [row] = await sql<{ pending: number; lag_seconds: number; dead_letters: number }[]>`
    select count(*)::int as pending,
           coalesce(greatest(0, extract(epoch from now_ms() - min(index_dirty.enqueued_at))), 0)::float8 as lag_seconds,
           (select count(*)::int from index_dead_letters) as dead_letters
    from index_dirty`;
  if (!row) throw new Error("an aggregate returned no row");
  return row;
}
