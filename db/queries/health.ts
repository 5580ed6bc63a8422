import type { Sql } from "@/db/client";

/**
 * The backlog of the search index: its size, the age of the oldest entry, and the number of versions the engine
 * refused.
 */
export type IndexBacklog = { pending: number; lag_seconds: number; dead_letters: number };

/**
 * The backlog of the search index, and whether the database accepts no writes because it is a standby or set to
 * read-only.
 */
export async function databaseState(sql: Sql): Promise<{ index: IndexBacklog; read_only: boolean }> {
  const [row] = await sql<Array<IndexBacklog & { read_only: boolean }>>`
    select count(*)::int as pending,
           coalesce(greatest(0, extract(epoch from now_ms() - min(index_dirty.enqueued_at))), 0)::float8 as lag_seconds,
           (select count(*)::int from index_dead_letters) as dead_letters,
           current_setting('transaction_read_only') = 'on' as read_only
    from index_dirty`;
  if (!row) throw new Error("an aggregate returned no row");
  const { read_only, ...index } = row;
  return { index, read_only };
}

export type ThreadFigures = {
  days: number;
  asked: number;
  answered_at_once: number;
  answered: number;
  resolved: number;
  /** Of the threads that the library did not answer at once; null when none got an answer. */
  median_seconds: number | null;
};

/**
 * Outcomes of the visible threads of the last days: the number asked, answered by the library at once, answered at all,
 * and resolved, and the time to the first answer of the rest. One row for each window.
 */
export async function threadFigures(sql: Sql, windows: number[]): Promise<ThreadFigures[]> {
  return sql<ThreadFigures[]>`
    with recent as (
      select t.created_at, t.status, first.kind as first_kind, extract(epoch from first.created_at - t.created_at) as waited
      from visible_threads t
      left join lateral (
        select m.kind, m.created_at
        from visible_messages m
        where m.thread_id = t.thread_id and m.kind in ('library', 'insight')
        order by m.created_at, m.sequence
        limit 1
      ) first on true
      where t.created_at > now_ms() - make_interval(days => ${Math.max(...windows)})
    )
    select windows.days,
           count(recent.created_at)::int as asked,
           (count(*) filter (where recent.first_kind = 'library'))::int as answered_at_once,
           (count(*) filter (where recent.first_kind is not null))::int as answered,
           (count(*) filter (where recent.status = 'resolved'))::int as resolved,
           (percentile_cont(0.5) within group (order by recent.waited) filter (where recent.first_kind = 'insight'))::float8 as median_seconds
    from unnest(${windows}::int[]) as windows (days)
    left join recent on recent.created_at > now_ms() - make_interval(days => windows.days)
    group by windows.days
    order by windows.days`;
}
