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

/**
 * Stores a report, or finds the one that the same reporter made of the same subject before. Returns its id; null when
 * nobody can see the subject. One statement: of parallel reports of one reporter one is stored.
 */
export async function storeReport(sql: Sql, subject: ReportSubject, report: NewReport): Promise<string | null> {
  const [row] = await sql<{ report_id: string }[]>`
    insert into reports (report_id, subject_kind, subject_id, reason, note, reporter, reporter_connection_id, network)
    select ${report.report_id}, found.kind, found.id, ${report.reason}, ${report.note}, ${report.reporter},
           ${report.reporter_connection_id}, ${report.network}
    from (${visible(sql, subject)}) found
    on conflict (subject_id, reporter) do update set reporter = excluded.reporter
    returning report_id`;
  return row?.report_id ?? null;
}

export type ReportedVersion = { version_id: string; networks: number };

/**
 * The version that a report is about, and from how many networks it was reported within `days`, since somebody vouched
 * for it, without dismissed reports. Null for a report on something else.
 */
export async function reportedVersion(sql: Sql, report_id: string, days: number): Promise<ReportedVersion | null> {
  const [row] = await sql<ReportedVersion[]>`
    select v.version_id, count(distinct coalesce(r.network, r.reporter))::int as networks
    from reports own
    join skill_versions v on own.subject_kind = 'skill_version' and v.version_id = own.subject_id
    join reports r
      on r.subject_id = v.version_id
     and r.dismissed_at is null
     and r.created_at > greatest(now() - make_interval(days => ${days}), v.vouched_at)
    where own.report_id = ${report_id}
    group by v.version_id`;
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
  networks: number;
  latest_at: Date;
};
export type ReportedPosition = { latest_at: string; subject_id: string };

const NOTES_SHOWN = 5;

/** Subjects with reports that wait for a decision and are still public, the latest report first. */
export async function reportedSubjects(
  sql: Sql,
  position: ReportedPosition | null,
  limit: number,
): Promise<ReportedRow[]> {
  return sql<ReportedRow[]>`
    with subjects as (
      select r.subject_kind, r.subject_id,
             count(r.reporter_connection_id)::int as connections,
             (count(*) - count(r.reporter_connection_id))::int as networks,
             max(r.created_at) as latest_at,
             (array_agg(r.note order by r.created_at desc) filter (where r.note is not null))[:${NOTES_SHOWN}::int] as notes
      from reports r
      where r.dismissed_at is null
      group by r.subject_kind, r.subject_id
    )
    select s.subject_kind, s.subject_id, coalesce(p.title, t.title) as title, p.skill_id,
           coalesce(m.thread_id, t.thread_id) as thread_id, s.connections, s.networks, s.latest_at,
           coalesce(s.notes, '{}') as notes,
           (select jsonb_object_agg(c.reason, c.count)
            from (select r.reason, count(*)::int as count
                  from reports r
                  where r.subject_id = s.subject_id and r.dismissed_at is null
                  group by r.reason) c) as reasons
    from subjects s
    left join public_versions p on s.subject_kind = 'skill_version' and p.version_id = s.subject_id
    left join visible_messages m on s.subject_kind = 'reply' and m.message_id = s.subject_id
    left join visible_threads t
      on t.thread_id = case s.subject_kind when 'post' then s.subject_id when 'reply' then m.thread_id end
    where (p.version_id is not null or t.thread_id is not null)
      and ${position ? sql`(date_trunc('milliseconds', s.latest_at), s.subject_id) < (${position.latest_at}::timestamptz, ${position.subject_id})` : sql`true`}
    order by date_trunc('milliseconds', s.latest_at) desc, s.subject_id desc
    limit ${limit}`;
}

/** Dismisses the waiting reports of a subject, or of the version that a skill offers; returns how many there were. */
export async function dismissReports(sql: Sql, subject: ReportSubject, reason: string): Promise<number> {
  const { count } = await sql`
    update reports
       set dismissed_at = now(), dismissed_because = ${reason}
     where reports.subject_id = (select found.id from (${visible(sql, subject)}) found) and reports.dismissed_at is null`;
  return count;
}
