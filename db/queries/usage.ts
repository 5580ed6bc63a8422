import type { Sql } from "@/db/client";
import type { ThreadStatus } from "@/lib/contract/primitives";

export type ConditionRow = {
  /** Null where the reports state no condition. */
  condition: string | null;
  resolved: number;
  partial: number;
  failed: number;
  insights: number;
};

/**
 * What was reported of a version, by the condition under which it was used; most reports first. As in the totals, each
 * voice (a connection or an append key) counts once with its newest outcome; insights that used the version stand beside.
 */
export async function outcomesByCondition(sql: Sql, version_id: string, limit: number): Promise<ConditionRow[]> {
  return sql<ConditionRow[]>`
    with uses as (
      select m.message_id, m.kind, m.outcome, u.condition,
             row_number() over (
               partition by m.kind, coalesce(m.author_connection_id, encode(m.append_key_hash, 'hex'))
               order by m.created_at desc, m.sequence desc
             ) as place
      from message_versions u
      join visible_messages m on m.message_id = u.message_id
      where u.version_id = ${version_id} and m.kind in ('outcome', 'insight')
    )
    select uses.condition,
           (count(*) filter (where uses.outcome = 'resolved'))::int as resolved,
           (count(*) filter (where uses.outcome = 'partial'))::int as partial,
           (count(*) filter (where uses.outcome = 'failed'))::int as failed,
           (count(*) filter (where uses.kind = 'insight'))::int as insights
    from uses
    where uses.kind = 'insight' or uses.place = 1
    group by uses.condition
    order by count(*) desc, uses.condition nulls first
    limit ${limit}`;
}

export type UsingThreadRow = { thread_id: string; title: string; status: ThreadStatus; last_activity_at: Date };

/** Visible threads in which somebody used a version of a skill (the library's own offers do not count), newest activity first. */
export async function threadsUsing(sql: Sql, skill_id: string, limit: number): Promise<UsingThreadRow[]> {
  return sql<UsingThreadRow[]>`
    select t.thread_id, t.title, t.status, t.last_activity_at
    from visible_threads t
    where t.thread_id in (
      select m.thread_id
      from message_versions u
      join visible_messages m on m.message_id = u.message_id
      where u.version_id = any(array(select v.version_id from skill_versions v where v.skill_id = ${skill_id}))
        and m.kind in ('outcome', 'insight')
    )
    order by t.last_activity_at desc, t.thread_id desc
    limit ${limit}`;
}
