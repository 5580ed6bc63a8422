import type { Sql } from "@/db/client";
import type { ReportReason, ReportSubject } from "@/lib/contract/public/reports";

type NewReport = {
  report_id: string;
  reason: ReportReason;
  note: string | null;
  reporter: string;
  reporter_connection_id: string | null;
  /** A hash of the network of the request. */
  network: string;
};

/** Reports of a network on a day that are stored; further ones are only counted. */
export const STORED_OF_NETWORK_MAX = 100;

/**
 * Counts a report and stores it, or finds the one that the same reporter made of the same subject before. Returns its id,
 * which is null when the network has used up its day; null alone when nobody can see the subject. One statement: of
 * parallel reports of one reporter one is stored.
 */
export async function storeReport(
  sql: Sql,
  subject: ReportSubject,
  report: NewReport,
): Promise<{ report_id: string | null } | null> {
  const [row] = await sql<{ report_id: string | null }[]>`
    with found as (${visible(sql, subject)}), counted as (
      insert into report_counts (network)
      select ${report.network}
      from found
      on conflict (network, day) do update set received = report_counts.received + 1
      returning received
    ), stored as (
      insert into reports (report_id, subject_kind, subject_id, reason, note, reporter, reporter_connection_id, network)
      select ${report.report_id}, found.kind, found.id, ${report.reason}, ${report.note}, ${report.reporter},
             ${report.reporter_connection_id}, ${report.network}
      from found, counted
      where counted.received <= ${STORED_OF_NETWORK_MAX}
      on conflict (subject_id, reporter) do update set reporter = excluded.reporter
      returning report_id
    )
    select coalesce(
             (select stored.report_id from stored),
             (select r.report_id from reports r where r.subject_id = found.id and r.reporter = ${report.reporter})
           ) as report_id
    from found`;
  return row ?? null;
}

export type ReportedVersion = { version_id: string; weight: number };

/**
 * The version that a report is about, and what its reports of the last `days` weigh, since somebody vouched for it: each
 * network at most 1, by its heaviest report. Null for a report on something else.
 */
export async function reportedVersion(sql: Sql, report_id: string, days: number): Promise<ReportedVersion | null> {
  const [row] = await sql<ReportedVersion[]>`
    select voices.version_id, sum(voices.weight)::float8 as weight
    from (
      select v.version_id, max(r.weight) as weight
      from reports own
      join skill_versions v on own.subject_kind = 'skill_version' and v.version_id = own.subject_id
      join weighed_reports r
        on r.subject_id = v.version_id
       and r.created_at > greatest(now() - make_interval(days => ${days}), v.vouched_at)
      where own.report_id = ${report_id}
      group by v.version_id, r.network
    ) voices
    group by voices.version_id`;
  return row ?? null;
}

function visible(sql: Sql, subject: ReportSubject) {
  if (subject.kind === "skill")
    return sql`
      select 'skill_version' as kind, p.version_id as id
      from public_versions p
      where p.skill_id = ${subject.skill_id} and p.is_selected`;
  if (subject.kind === "skill_version")
    return sql`
      select 'skill_version' as kind, p.version_id as id
      from public_versions p
      where p.skill_id = ${subject.skill_id} and p.version_id = ${subject.version_id}`;
  if (subject.kind === "post")
    return sql`
      select 'post' as kind, t.thread_id as id
      from visible_threads t
      where t.thread_id = ${subject.post_id}`;
  return sql`
    select 'reply' as kind, m.message_id as id
    from visible_messages m
    where m.message_id = ${subject.reply_id} and m.thread_id = ${subject.post_id} and m.kind <> 'opening'`;
}

export type ReportedRow = {
  subject_kind: "skill_version" | "post" | "reply";
  subject_id: string;
  title: string | null;
  skill_id: string | null;
  thread_id: string | null;
  reasons: Partial<Record<ReportReason, number>>;
  notes: string[];
  connections: number;
  anonymous: number;
  networks: number;
  weight: string;
  latest_at: Date;
};
export type ReportedPosition = { weight: string; latest_at: string; subject_id: string };

const NOTES_SHOWN = 5;

/** Subjects with reports that wait for a decision and are still public, those with the most weight first. */
export async function reportedSubjects(
  sql: Sql,
  position: ReportedPosition | null,
  limit: number,
): Promise<ReportedRow[]> {
  return sql<ReportedRow[]>`
    with waiting as materialized (
      select w.subject_kind, w.subject_id, w.reason, w.note, w.reporter_connection_id, w.created_at, w.network, w.weight
      from weighed_reports w
    ), voices as (
      select w.subject_id, w.network, max(w.weight) as weight
      from waiting w
      group by w.subject_id, w.network
    ), weights as (
      select v.subject_id, round(sum(v.weight), 3) as weight
      from voices v
      group by v.subject_id
    ), subjects as (
      select w.subject_kind, w.subject_id,
             count(w.reporter_connection_id)::int as connections,
             (count(*) - count(w.reporter_connection_id))::int as anonymous,
             count(distinct w.network)::int as networks,
             date_trunc('milliseconds', max(w.created_at)) as latest_at,
             (array_agg(w.note order by w.created_at desc) filter (where w.note is not null))[:${NOTES_SHOWN}::int] as notes
      from waiting w
      group by w.subject_kind, w.subject_id
    )
    select s.subject_kind, s.subject_id, coalesce(p.title, t.title) as title, p.skill_id,
           coalesce(m.thread_id, t.thread_id) as thread_id, s.connections, s.anonymous, s.networks,
           weights.weight::text as weight, s.latest_at,
           coalesce(s.notes, '{}') as notes,
           (select jsonb_object_agg(c.reason, c.count)
            from (select w.reason, count(*)::int as count
                  from waiting w
                  where w.subject_id = s.subject_id
                  group by w.reason) c) as reasons
    from subjects s
    join weights on weights.subject_id = s.subject_id
    left join public_versions p on s.subject_kind = 'skill_version' and p.version_id = s.subject_id
    left join visible_messages m on s.subject_kind = 'reply' and m.message_id = s.subject_id
    left join visible_threads t
      on t.thread_id = case s.subject_kind when 'post' then s.subject_id when 'reply' then m.thread_id end
    where (p.version_id is not null or t.thread_id is not null)
      and ${position ? sql`(weights.weight, s.latest_at, s.subject_id) < (${position.weight}::numeric, ${position.latest_at}::timestamptz, ${position.subject_id})` : sql`true`}
    order by weights.weight desc, s.latest_at desc, s.subject_id desc
    limit ${limit}`;
}

/** A report that a decision has ended, and the connection that gets the decision, if any. */
export type EndedReport = { report_id: string; connection_id: string | null };

/** Dismisses the waiting reports of a subject, or of the version that a skill offers. */
export async function dismissReports(sql: Sql, subject: ReportSubject, reason: string): Promise<EndedReport[]> {
  return sql<EndedReport[]>`
    update reports
       set dismissed_at = now_ms(), dismissed_because = ${reason}
     where reports.subject_id = (select found.id from (${visible(sql, subject)}) found)
       and reports.dismissed_at is null and reports.acted_on_at is null
    returning reports.report_id, reports.reporter_connection_id as connection_id`;
}

/** Ends the waiting reports of a version that was withdrawn, or of a message or thread that was hidden. */
export async function actOnReports(sql: Sql, subject_id: string, reason: string): Promise<EndedReport[]> {
  return sql<EndedReport[]>`
    update reports
       set acted_on_at = now_ms(), acted_on_because = ${reason}
     where reports.subject_id = ${subject_id} and reports.dismissed_at is null and reports.acted_on_at is null
    returning reports.report_id, reports.reporter_connection_id as connection_id`;
}

export type DecidedReportRow = {
  report_id: string;
  subject_kind: ReportedRow["subject_kind"];
  subject_id: string;
  skill_id: string | null;
  thread_id: string | null;
  dismissed_because: string | null;
  acted_on_because: string | null;
};

/** Reports by id, with what places their subject. */
export async function reportsByIds(sql: Sql, report_ids: string[]): Promise<DecidedReportRow[]> {
  if (report_ids.length === 0) return [];
  return sql<DecidedReportRow[]>`
    select r.report_id, r.subject_kind, r.subject_id, v.skill_id, m.thread_id, r.dismissed_because, r.acted_on_because
    from reports r
    left join skill_versions v on r.subject_kind = 'skill_version' and v.version_id = r.subject_id
    left join messages m on r.subject_kind = 'reply' and m.message_id = r.subject_id
    where r.report_id = any(${report_ids})`;
}
