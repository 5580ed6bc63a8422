import type { Sql } from "@/db/client";

/**
 * The backlog of the search index: its size, the age of the oldest entry, and the number of versions the engine
 * refused.
 */
type IndexBacklog = { pending: number; lag_seconds: number; dead_letters: number };

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

/** Weeks begin on Monday, 00:00 UTC. */
export type OutcomeWeek = { week: string; resolved: number; partial: number; failed: number };

/** The counted outcomes of a skill's versions that are not withdrawn, for each of the last weeks, oldest first. */
export async function outcomesByWeek(sql: Sql, skill_id: string, weeks: number): Promise<OutcomeWeek[]> {
  return sql<OutcomeWeek[]>`
    select to_char(weeks.starts, 'YYYY-MM-DD') as week, coalesce(counted.resolved, 0) as resolved,
           coalesce(counted.partial, 0) as partial, coalesce(counted.failed, 0) as failed
    from ${lastWeeks(sql, weeks)}
    left join (
      select date_trunc('week', v.at at time zone 'utc') as starts,
             (count(*) filter (where v.outcome = 'resolved'))::int as resolved,
             (count(*) filter (where v.outcome = 'partial'))::int as partial,
             (count(*) filter (where v.outcome = 'failed'))::int as failed
      from version_voices v
      where v.version_id = any(array(${readable(sql, skill_id)})) and v.counts and v.at >= ${since(sql, weeks)}
      group by 1
    ) counted on counted.starts = weeks.starts
    order by weeks.starts`;
}

export type UserWeek = { week: string; users: number };

/**
 * The distinct connections and networks that visibly used a skill in each of the last weeks, oldest first: they reported
 * a counted outcome, named it in an insight, or began to hold a version of it. Networks from before they were kept are
 * not counted, because they cannot be told apart.
 */
export async function usersByWeek(sql: Sql, skill_id: string, weeks: number): Promise<UserWeek[]> {
  return sql<UserWeek[]>`
    with uses as (
      select v.source, v.at
      from version_voices v
      where v.version_id = any(array(${readable(sql, skill_id)})) and v.counts and v.source <> 'net_unknown'
      union all
      select m.author_connection_id, m.created_at
      from message_versions u
      join visible_messages m on m.message_id = u.message_id
      where u.version_id = any(array(${readable(sql, skill_id)})) and m.kind = 'insight'
      union all
      select w.connection_id, w.created_at
      from watched_versions w
      where w.skill_id = ${skill_id}
    )
    select to_char(weeks.starts, 'YYYY-MM-DD') as week, coalesce(counted.users, 0) as users
    from ${lastWeeks(sql, weeks)}
    left join (
      select date_trunc('week', uses.at at time zone 'utc') as starts, count(distinct uses.source)::int as users
      from uses
      where uses.at >= ${since(sql, weeks)}
      group by 1
    ) counted on counted.starts = weeks.starts
    order by weeks.starts`;
}

export type HolderCount = { version_id: string; ordinal: string; holders: number };

/** How many connections hold each version of a skill that is not withdrawn, each counted for the one it took last. */
export async function holdersByVersion(sql: Sql, skill_id: string): Promise<HolderCount[]> {
  return sql<HolderCount[]>`
    select v.version_id, v.ordinal, count(*)::int as holders
    from (
      select distinct on (w.connection_id) w.version_id
      from watched_versions w
      where w.skill_id = ${skill_id}
      order by w.connection_id, w.created_at desc, w.version_id desc
    ) held
    join skill_versions v on v.version_id = held.version_id
    where v.withdrawn_at is null
    group by v.version_id, v.ordinal
    order by v.ordinal`;
}

export type QuestionWeek = { week: string; asked: number; answered: number };

/** The visible threads opened in each of the last weeks, and how many of them have an answer now, oldest first. */
export async function questionsByWeek(sql: Sql, weeks: number): Promise<QuestionWeek[]> {
  return sql<QuestionWeek[]>`
    select to_char(weeks.starts, 'YYYY-MM-DD') as week,
           count(t.thread_id)::int as asked,
           (count(*) filter (where t.answered))::int as answered
    from ${lastWeeks(sql, weeks)}
    left join (
      select t.thread_id, date_trunc('week', t.created_at at time zone 'utc') as starts,
             exists (
               select
               from visible_messages m
               where m.thread_id = t.thread_id and m.kind in ('library', 'insight') and m.body is not null
             ) as answered
      from listed_threads t
      where t.created_at >= ${since(sql, weeks)}
    ) t on t.starts = weeks.starts
    group by weeks.starts
    order by weeks.starts`;
}

/** A row for each of the last weeks, the current one included: `weeks.starts`. */
function lastWeeks(sql: Sql, weeks: number) {
  return sql`generate_series(
      date_trunc('week', now_ms() at time zone 'utc') - make_interval(weeks => ${weeks - 1}),
      date_trunc('week', now_ms() at time zone 'utc'),
      interval '7 days') as weeks (starts)`;
}

/** The begin of the first of these weeks. */
function since(sql: Sql, weeks: number) {
  return sql`(date_trunc('week', now_ms() at time zone 'utc') - make_interval(weeks => ${weeks - 1})) at time zone 'utc'`;
}

function readable(sql: Sql, skill_id: string) {
  return sql`select s.version_id from skill_versions s where s.skill_id = ${skill_id} and s.withdrawn_at is null`;
}

export type CampaignCount = {
  day: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  searches: number;
};

/** Adds counts to the day's totals. */
export async function addCampaignCounts(sql: Sql, counts: CampaignCount[]): Promise<void> {
  await sql`
    insert into campaign_counts (day, utm_source, utm_medium, utm_campaign, searches)
    select c.day::date, c.utm_source, c.utm_medium, c.utm_campaign, c.searches
    from jsonb_to_recordset(${sql.json(counts)}) as c (day text, utm_source text, utm_medium text, utm_campaign text, searches bigint)
    on conflict (day, utm_source, utm_medium, utm_campaign) do update
      set searches = campaign_counts.searches + excluded.searches`;
}
