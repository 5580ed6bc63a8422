import type { Sql } from "@/db/client";
import type { ThreadStatus } from "@/lib/contract/primitives";

/** The weights of outcome reports; see lib/domain/threads/outcomes.ts. */
type Weighing = { half_life_days: number; established: number; other: number };

/**
 * Counts a stored outcome, once per reporter, for the versions it names that its thread had been offered. Returns them
 * in id order; their sums stay locked until the transaction ends. The cost does not grow with earlier outcomes.
 */
export async function countOutcome(sql: Sql, message_id: string, weighing: Weighing): Promise<string[]> {
  const rows = await sql<{ version_id: string }[]>`
    select counted.version_id
    from count_outcome(${message_id}, ${weighing.half_life_days}, ${weighing.established}, ${weighing.other})
      as counted (version_id)`;
  return rows.map((row) => row.version_id);
}

/**
 * Recounts the outcomes of a thread after its messages were hidden or shown. Returns the affected versions in id order,
 * locked until the transaction ends. Requires the thread's lock.
 */
export async function recountThreadReports(sql: Sql, thread_id: string): Promise<string[]> {
  const rows = await sql<{ version_id: string }[]>`
    select counted.version_id
    from recount_thread_voices(${thread_id}) as counted (version_id)`;
  return rows.map((row) => row.version_id);
}

/** Sums over the outcome reports on a version. `good` and `bad` are weights, decayed to now. */
type Tally = { version_id: string; sources: number; good: number; bad: number };

/** The current sums of these versions. */
export async function tallies(sql: Sql, version_ids: string[], half_life_days: number): Promise<Tally[]> {
  return sql<Tally[]>`
    select o.version_id, o.sources, o.good * fading.factor as good, o.bad * fading.factor as bad
    from version_outcomes o
    cross join (
      select power(0.5::double precision,
                   extract(epoch from now_ms() - timestamptz '2026-01-01 00:00Z') / (${half_life_days}::double precision * 86400)) as factor
    ) fading
    where o.version_id = any(${version_ids})`;
}

/** Stores scores. Requires the locks of the versions' sums. */
export async function storeScores(
  sql: Sql,
  scores: Array<{ version_id: string; score: number | null }>,
): Promise<void> {
  await sql`
    update version_outcomes o
       set score = scores.score
      from unnest(${scores.map((row) => row.version_id)}::text[], ${scores.map((row) => row.score)}::real[])
        as scores (version_id, score)
     where o.version_id = scores.version_id`;
}

/**
 * Marks the skills of these versions for the index if another question belongs to them now than the index has read.
 * Requires that the reports have been counted in this transaction.
 */
export async function markChangedQuestions(sql: Sql, version_ids: string[]): Promise<void> {
  await sql`select mark_changed_questions(${version_ids})`;
}

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

type UsingThreadRow = {
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

type UseRow = {
  thread_id: string;
  thread_title: string;
  message_id: string;
  kind: "library" | "insight" | "outcome";
  outcome: string | null;
  condition: string | null;
  created_at: Date;
};

/** The newest messages that name a version and do not wait, with the condition of use. */
export async function usesOfVersion(sql: Sql, version_id: string, limit: number): Promise<UseRow[]> {
  return sql<UseRow[]>`
    select m.thread_id, t.title as thread_title, m.message_id, m.kind, m.outcome, u.condition, m.created_at
    from message_versions u
    join checked_messages m on m.message_id = u.message_id
    join listed_threads t on t.thread_id = m.thread_id
    where u.version_id = ${version_id}
    order by m.created_at desc, m.message_id desc
    limit ${limit}`;
}

type LinkedThreadRow = { thread_id: string; title: string; status: ThreadStatus };

/** The visible threads that name a version of a skill (or this version), newest activity first. */
export async function threadsNaming(
  sql: Sql,
  skill_id: string,
  version_id: string | null,
  limit: number,
): Promise<LinkedThreadRow[]> {
  return sql<LinkedThreadRow[]>`
    select t.thread_id, t.title, t.status
    from listed_threads t
    where exists (
      select 1
      from message_versions u
      join visible_messages m on m.message_id = u.message_id
      where m.thread_id = t.thread_id
        and u.skill_id = ${skill_id}
        and ${version_id === null ? sql`true` : sql`u.version_id = ${version_id}`}
    )
    order by t.last_activity_at desc, t.thread_id desc
    limit ${limit}`;
}

type NamedVersionRow = { skill_id: string; version_id: string; title: string };

/** The listed versions that a thread's visible messages name. */
export async function versionsNamedIn(sql: Sql, thread_id: string, limit: number): Promise<NamedVersionRow[]> {
  return sql<NamedVersionRow[]>`
    select p.skill_id, p.version_id, p.title
    from listed_versions p
    where p.version_id in (
      select u.version_id
      from message_versions u
      join visible_messages m on m.message_id = u.message_id
      where m.thread_id = ${thread_id}
    )
    order by p.title, p.version_id
    limit ${limit}`;
}
