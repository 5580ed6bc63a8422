import type { Sql } from "@/db/client";
import type { ApplicabilityEntry, Outcome } from "@/lib/contract/primitives";
import type { ReportReason } from "@/lib/contract/public/reports";

type Place = { id: string; created_at: Date };
export type WrittenPosition = { created_at: string; id: string };

/** What a connection wrote and is neither hidden nor withdrawn, by id and time, oldest first. */
export async function writtenBy(
  sql: Sql,
  connection_id: string,
  after: WrittenPosition | null,
  limit: number,
): Promise<Place[]> {
  return sql<Place[]>`
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

export type WrittenMessageRow = Place & {
  thread_id: string;
  kind: "opening" | "insight" | "outcome";
  body: string;
  relevance: string | null;
  outcome: Outcome | null;
};
export type WrittenVersionRow = Place & {
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
export type WrittenReportRow = Place & {
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
