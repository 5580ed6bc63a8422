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
 * Reports on a version, grouped by the condition of use; most reports first. Includes the outcomes that count in its
 * totals, and visible insights that used the version.
 */
export async function outcomesByCondition(sql: Sql, version_id: string, limit: number): Promise<ConditionRow[]> {
  return sql<ConditionRow[]>`
    with uses as (
      (select distinct on (v.message_id) 'outcome' as kind, v.outcome, u.condition
       from version_voices v
       join message_versions u on u.message_id = v.message_id and u.version_id = v.version_id
       where v.version_id = ${version_id} and v.counts
       order by v.message_id, u.position)
      union all
      select m.kind, null, u.condition
      from message_versions u
      join checked_messages m on m.message_id = u.message_id
      join listed_threads t on t.thread_id = m.thread_id
      where u.version_id = ${version_id} and m.kind = 'insight'
    )
    select uses.condition,
           (count(*) filter (where uses.outcome = 'resolved'))::int as resolved,
           (count(*) filter (where uses.outcome = 'partial'))::int as partial,
           (count(*) filter (where uses.outcome = 'failed'))::int as failed,
           (count(*) filter (where uses.kind = 'insight'))::int as insights
    from uses
    group by uses.condition
    order by count(*) desc, uses.condition nulls first
    limit ${limit}`;
}

export type UsingThreadRow = {
  thread_id: string;
  title: string;
  status: ThreadStatus;
  last_activity_at: Date;
  total: number;
};

/** Visible threads that used a version of a skill (not counting the library's own offers), newest activity first; `total` counts those beyond the limit too. */
export async function threadsUsing(sql: Sql, skill_id: string, limit: number): Promise<UsingThreadRow[]> {
  return sql<UsingThreadRow[]>`
    select t.thread_id, t.title, t.status, t.last_activity_at, (count(*) over ())::int as total
    from listed_threads t
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
