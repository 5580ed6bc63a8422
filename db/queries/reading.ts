import type { Sql } from "@/db/client";
import { type OriginColumn, originColumn } from "@/db/queries/version-origins";
import {
  type OutcomeColumns,
  type QuarantineColumns,
  type ReviewColumns,
  type SourceColumns,
  type VersionRow,
  type VersionSummaryRow,
  versionSummary,
} from "@/db/queries/versions";
import type { ThreadStatus } from "@/lib/contract/primitives";

export type SkillHeadRow = {
  skill_id: string;
  slug: string;
  selected_version_id: string | null;
  selection_revision: string;
  created_at: Date;
  updated_at: Date;
};

/** A skill without its content, even when none of its versions is readable. */
export async function skillHead(sql: Sql, skill_id: string): Promise<SkillHeadRow | null> {
  const [row] = await sql<SkillHeadRow[]>`
    select s.skill_id, s.slug, s.selected_version_id, s.selection_revision, s.created_at, s.updated_at
    from skills s
    where s.skill_id = ${skill_id}`;
  return row ?? null;
}

export type SkillShowingRow = SkillHeadRow &
  ReviewColumns &
  OutcomeColumns &
  QuarantineColumns &
  SourceColumns &
  OriginColumn &
  Pick<VersionRow, "version_id" | "is_selected" | "first_selected_at" | "license" | "applicability">;

/**
 * A skill without its content, plus the mutable data of one of its versions: the given one or, without `version_id`,
 * the selected one. Null when that version is not readable.
 */
export async function skillShowing(
  sql: Sql,
  skill_id: string,
  version_id: string | null,
): Promise<SkillShowingRow | null> {
  const [row] = await sql<SkillShowingRow[]>`
    select s.skill_id, s.slug, s.selected_version_id, s.selection_revision, s.created_at, s.updated_at,
           p.version_id, p.is_selected, p.first_selected_at, p.applicability,
           p.review_version_checked, p.review_note, p.review_reviewed_at, p.review_reviewer, p.review_reviewer_connection_id,
           p.outcomes_resolved, p.outcomes_partial, p.outcomes_failed, p.outcomes_score, p.outcomes_connections,
           p.outcomes_anonymous, p.license, p.source_repository, p.source_commit, p.source_license, p.source_author,
           p.quarantined_at, p.quarantine_reasons, ${originColumn(sql, "p")}
    from skills s
    join public_versions p on p.version_id = coalesce(${version_id}, s.selected_version_id) and p.skill_id = s.skill_id
    where s.skill_id = ${skill_id}`;
  return row ?? null;
}

export type VersionMetaRow = VersionSummaryRow &
  SourceColumns &
  OriginColumn & {
    skill_id: string;
    description: string;
    rationale: string;
    supporting_basis: string;
    license: string | null;
    public_references: string[];
    questions: string[];
    risk_labels: string[];
    sources: Array<{ thread_id: string }>;
    checks: Array<Record<string, unknown>>;
    operation_ref: string | null;
    author_connection_id: string | null;
    author_name: string | null;
    author_role: "member" | "maintainer" | null;
    withdrawn_reason: string | null;
  };

const meta = (sql: Sql) => sql`
  v.skill_id, v.version_id, v.ordinal, v.title, v.description, v.base_version_id, v.applicability, v.change_summary, v.rationale,
  v.supporting_basis, v.license, v.public_references, v.questions, v.risk_labels, v.sources, v.checks, v.operation_ref, v.author_connection_id,
  c.name as author_name, c.role as author_role, v.withdrawn_reason, (s.selected_version_id is not distinct from v.version_id) as is_selected,
  v.first_selected_at, v.withdrawn_at, v.quarantined_at is not null as waits, v.created_at, v.source_repository, v.source_commit, v.source_license, v.source_author,
  ${originColumn(sql, "v")}`;

/** One version without its markdown, withdrawn or not. */
export async function versionMeta(sql: Sql, skill_id: string, version_id: string): Promise<VersionMetaRow | null> {
  const [row] = await sql<VersionMetaRow[]>`
    select ${meta(sql)}
    from skill_versions v
    join skills s on s.skill_id = v.skill_id
    left join connections c on c.connection_id = v.author_connection_id
    where v.skill_id = ${skill_id} and v.version_id = ${version_id}`;
  return row ?? null;
}

/** Versions of a skill below an ordinal, newest first. With `from`, only that version and its ancestors. */
export async function versionsBelow(
  sql: Sql,
  skill_id: string,
  from: string | null,
  below: string | null,
  limit: number,
): Promise<VersionSummaryRow[]> {
  return sql<VersionSummaryRow[]>`
    with recursive line as (
      select v.version_id, v.base_version_id
      from skill_versions v
      where v.skill_id = ${skill_id} and v.version_id = ${from}
      union
      select v.version_id, v.base_version_id
      from line
      join skill_versions v on v.skill_id = ${skill_id} and v.version_id = line.base_version_id
    )
    select ${versionSummary(sql)}
    from skill_versions v
    join skills s on s.skill_id = v.skill_id
    where v.skill_id = ${skill_id}
      and ${from === null ? sql`true` : sql`v.version_id in (select line.version_id from line)`}
      and ${below === null ? sql`true` : sql`v.ordinal < ${below}`}
    order by v.ordinal desc
    limit ${limit}`;
}

export type UseRow = {
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

export type LinkedThreadRow = { thread_id: string; title: string; status: ThreadStatus };

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

export type NamedVersionRow = { skill_id: string; version_id: string; title: string };

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
