import type { Sql } from "@/db/client";
import type { AskedWords } from "@/db/queries/thread-search";
import type { OutcomeColumns } from "@/db/queries/versions";

/** What the conversations of a cached answer were found by. */
export type ConversationBasis = {
  thread_ids: string[];
  asked: AskedWords;
  /** When they were found or last confirmed, by the database's clock. */
  at: string;
};

export type StillTrue = {
  /** The head of the publish log: grows with every publication, selection, review note, withdrawal and restoration. */
  log_sequence: string;
  offered: Array<{ version_id: string } & Omit<OutcomeColumns, "outcomes_score">>;
  /** The time of this statement. */
  at: string;
  /** With a basis: its visible threads. */
  visible?: Array<{ thread_id: string; revision: string }>;
  /** With a basis: whether another thread may have come to half of the words since, or has been shown again or vouched for. */
  touched?: boolean;
};

/** A cached answer is made anew when more threads than this have been active since it was last confirmed. */
const RECENT_MAX = 200;

/**
 * Everything that decides whether a cached answer is still true, in one statement: the head of the publish log, the
 * offered ones of its versions with the fields that can change without an entry in that log, and, with `basis`, its
 * conversations. Threads count as active from a second before `at`, because a transaction that began earlier may commit
 * later.
 */
export async function stillTrue(sql: Sql, version_ids: string[], basis: ConversationBasis | null): Promise<StillTrue> {
  const [row] = await sql<StillTrue[]>`
    ${basis === null ? sql`` : activity(sql, basis)}
    select h.sequence as log_sequence, now()::text as at,
           coalesce(
             (select jsonb_agg(jsonb_build_object(
                'version_id', o.version_id, 'outcomes_resolved', o.outcomes_resolved,
                'outcomes_partial', o.outcomes_partial, 'outcomes_failed', o.outcomes_failed,
                'outcomes_connections', o.outcomes_connections, 'outcomes_anonymous', o.outcomes_anonymous))
              from listed_versions o
              where o.version_id = any(${version_ids})), '[]') as offered
           ${basis === null ? sql`` : conversationColumns(sql, basis)}
    from publish_log_head h`;
  if (!row) throw new Error("publish_log_head has no row");
  return row;
}

/**
 * The threads that were active since, and those of them that have a new text with one of the words. Their few messages
 * are read by thread: without the offset also by word, which takes longer.
 */
function activity(sql: Sql, { thread_ids, at, asked: { some } }: ConversationBasis) {
  return sql`
    with since as materialized (
      select ${at}::text::timestamptz - interval '1 second' as at
    ), recent as materialized (
      select t.thread_id, t.search, t.created_at
      from listed_threads t
      where t.last_activity_at > (select since.at from since)
      order by t.last_activity_at desc
      limit ${RECENT_MAX + 1}
    ), touched as materialized (
      select r.thread_id, r.search
      from recent r
      cross join since
      where r.thread_id <> all(${thread_ids})
        and ((r.created_at > since.at and r.search @@ (select ${some}::text::tsquery))
             or exists (
               select
               from (select m.search
                     from checked_messages m
                     where m.thread_id = r.thread_id and m.created_at > since.at
                     offset 0) m
               where m.search @@ (select ${some}::text::tsquery)))
    )`;
}

/** Another thread counts as one about the question as in `conversationsAbout`: with half of its words. */
function conversationColumns(sql: Sql, { thread_ids, asked: { words } }: ConversationBasis) {
  return sql`,
           coalesce(
             (select jsonb_agg(jsonb_build_object('thread_id', t.thread_id, 'revision', t.revision::text))
              from listed_threads t
              where t.thread_id = any(${thread_ids})), '[]') as visible,
           (select count(*) from recent) > ${RECENT_MAX}
           or exists (
             select
             from decisions d
             where d.created_at > (select since.at from since) and d.kind in ('show', 'vouch'))
           or exists (
             select
             from touched
             where 2 * (
               select count(*)
               from unnest(${words}::text[]::tsquery[]) as w (word)
               where touched.search @@ w.word
                  or exists (
                    select
                    from (select m.search
                          from checked_messages m
                          where m.thread_id = touched.thread_id
                          offset 0) m
                    where m.search @@ w.word)) >= ${words.length}
           ) as touched`;
}

/**
 * Identifies the visible state of the database. While it stays the same, nothing has changed: every write takes the
 * next transaction number, and a snapshot lists the numbers not yet committed.
 */
export async function snapshotNow(sql: Sql): Promise<string> {
  const [row] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`;
  if (!row) throw new Error("a select without a table returned no row");
  return row.snapshot;
}
