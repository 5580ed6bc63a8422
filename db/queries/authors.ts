import type { Sql } from "@/db/client";
import type { ApplicabilityEntry, Outcome } from "@/lib/contract/primitives";
import type { ReportReason } from "@/lib/contract/public/reports";

type AuthorRow = {
  author_connection_id: string;
  author_name: string;
  author_role: "member" | "maintainer";
  /** Skills with a listed version of this author. */
  skills: number;
  /** Reported outcomes of all of the author's listed versions. */
  resolved: number;
  partial: number;
  failed: number;
};

/** A connection that has published; null for every other one. One whose versions are all withdrawn counts too. */
export async function authorById(sql: Sql, connection_id: string): Promise<AuthorRow | null> {
  const [row] = await sql<AuthorRow[]>`
    select c.connection_id as author_connection_id, c.name as author_name, c.role as author_role,
           count(distinct t.skill_id)::int as skills,
           coalesce(sum(o.resolved), 0)::int as resolved,
           coalesce(sum(o.partial), 0)::int as partial,
           coalesce(sum(o.failed), 0)::int as failed
    from connections c
    join skill_versions v on v.author_connection_id = c.connection_id and v.first_selected_at is not null
    left join listed_versions t on t.version_id = v.version_id
    left join version_outcomes o on o.version_id = t.version_id
    where c.connection_id = ${connection_id}
    group by c.connection_id`;
  return row ?? null;
}

type AuthoredRow = { version_id: string; skill_id: string; slug: string };

/** The newest listed version by this author of each skill, newest first. */
export async function versionsBy(sql: Sql, connection_id: string, limit: number): Promise<AuthoredRow[]> {
  return sql<AuthoredRow[]>`
    select newest.version_id, newest.skill_id, newest.slug
    from (
      select distinct on (o.skill_id) o.version_id, o.skill_id, o.slug, o.created_at
      from listed_versions o
      where o.author_connection_id = ${connection_id}
      order by o.skill_id, o.ordinal desc
    ) newest
    order by newest.created_at desc, newest.version_id desc
    limit ${limit}`;
}

type WrittenRow = { id: string; created_at: Date };
type WrittenPosition = { created_at: string; id: string };

/** What a connection wrote and is neither hidden nor withdrawn, by id and time, oldest first. */
export async function writtenBy(
  sql: Sql,
  connection_id: string,
  after: WrittenPosition | null,
  limit: number,
): Promise<WrittenRow[]> {
  return sql<WrittenRow[]>`
    select w.id, w.created_at
    from (
      select m.message_id as id, m.created_at
      from visible_messages m
      join visible_threads t on t.thread_id = m.thread_id
      where m.author_connection_id = ${connection_id}
      union
      select m.message_id, m.created_at
      from visible_threads t
      join threads o on o.thread_id = t.thread_id
      join visible_messages m on m.thread_id = t.thread_id and m.kind = 'opening'
      where o.opened_by_connection_id = ${connection_id}
      union all
      select v.version_id, v.created_at
      from skill_versions v
      where v.author_connection_id = ${connection_id} and v.withdrawn_at is null
      union all
      select r.report_id, date_trunc('milliseconds', r.created_at)
      from reports r
      where r.reporter = ${connection_id}
    ) w
    where ${after ? sql`(w.created_at, w.id) > (${after.created_at}::timestamptz, ${after.id})` : sql`true`}
    order by w.created_at, w.id
    limit ${limit}`;
}

export type WrittenMessageRow = WrittenRow & {
  thread_id: string;
  kind: "opening" | "insight" | "outcome";
  body: string;
  relevance: string | null;
  outcome: Outcome | null;
};
export type WrittenVersionRow = WrittenRow & {
  skill_id: string;
  title: string;
  description: string;
  markdown: string;
  applicability: ApplicabilityEntry[];
  public_references: string[];
  change_summary: string;
  rationale: string;
  supporting_basis: string;
};
export type WrittenReportRow = WrittenRow & {
  subject_kind: "skill_version" | "post" | "reply";
  subject_id: string;
  skill_id: string | null;
  thread_id: string | null;
  reason: ReportReason;
  note: string | null;
};

/** The whole of what has these ids, by id. */
export async function writtenTexts(sql: Sql, ids: string[]) {
  const [messages, versions, reports] = await Promise.all([
    sql<WrittenMessageRow[]>`
      select m.message_id as id, m.thread_id, m.kind, m.body, m.relevance, m.outcome, m.created_at
      from messages m
      where m.message_id = any(${ids})`,
    sql<WrittenVersionRow[]>`
      select v.version_id as id, v.skill_id, v.title, v.description, v.markdown, v.applicability, v.public_references,
             v.change_summary, v.rationale, v.supporting_basis, v.created_at
      from skill_versions v
      where v.version_id = any(${ids})`,
    sql<WrittenReportRow[]>`
      select r.report_id as id, r.subject_kind, r.subject_id, v.skill_id, m.thread_id, r.reason, r.note, r.created_at
      from reports r
      left join skill_versions v on r.subject_kind = 'skill_version' and v.version_id = r.subject_id
      left join messages m on r.subject_kind = 'reply' and m.message_id = r.subject_id
      where r.report_id = any(${ids})`,
  ]);
  return { messages, versions, reports };
}

/** Of a text that is not erased: of a version its skill, of a message its thread. */
export type OwnText =
  | { kind: "version"; id: string; skill_id: string }
  | { kind: "insight" | "outcome" | "opening"; id: string; thread_id: string };

/** Texts of a connection that are not erased, oldest first; hidden and withdrawn ones too. */
export async function unerasedOf(sql: Sql, connection_id: string, limit: number): Promise<OwnText[]> {
  return sql<OwnText[]>`
    select w.kind, w.id, w.skill_id, w.thread_id
    from (
      select m.kind, m.message_id as id, null as skill_id, m.thread_id, m.created_at
      from messages m
      where m.author_connection_id = ${connection_id} and m.retracted_at is null
      union
      select m.kind, m.message_id, null, m.thread_id, m.created_at
      from threads t
      join messages m on m.thread_id = t.thread_id and m.kind = 'opening'
      where t.opened_by_connection_id = ${connection_id} and m.retracted_at is null
      union all
      select 'version', v.version_id, v.skill_id, null, v.created_at
      from skill_versions v
      where v.author_connection_id = ${connection_id} and v.erased_at is null
    ) w
    order by w.created_at, w.id
    limit ${limit}`;
}

export type ErasedCounts = { replies: number; posts: number; versions: number };

/** How many texts of a connection are erased. */
export async function countErased(sql: Sql, connection_id: string): Promise<ErasedCounts> {
  const [row] = await sql<ErasedCounts[]>`
    select (
      select count(*)::int
      from messages m
      where m.author_connection_id = ${connection_id} and m.retracted_at is not null and m.kind <> 'opening'
    ) as replies, (
      select count(*)::int
      from threads t
      where t.opened_by_connection_id = ${connection_id} and t.retracted_at is not null
    ) as posts, (
      select count(*)::int
      from skill_versions v
      where v.author_connection_id = ${connection_id} and v.erased_at is not null
    ) as versions`;
  return row ?? { replies: 0, posts: 0, versions: 0 };
}

/** Erases what else a connection wrote: its bundles, its home page, the notes of its reports, and what its operations were asked. */
export async function eraseRemains(sql: Sql, connection_id: string): Promise<void> {
  await sql`delete from bundles b where b.connection_id = ${connection_id}`;
  await sql`
    update connections
       set homepage = null
     where connections.connection_id = ${connection_id}`;
  await sql`
    update reports
       set note = null
     where reports.reporter = ${connection_id} and reports.note is not null`;
  await sql`
    update operations
       set request = null
     where operations.connection_id = ${connection_id} and operations.request is not null`;
}
