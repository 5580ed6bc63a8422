import type { Sql } from "@/db/client";
import { type DecisionRow, withdrawalDecision } from "@/db/queries/decisions";
import { type OriginColumn, originColumn } from "@/db/queries/version-origins";
import type { SourceColumns } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

export type VersionSummaryRow = {
  version_id: string;
  ordinal: string;
  title: string;
  base_version_id: string | null;
  applicability: ApplicabilityEntry[];
  change_summary: string;
  is_selected: boolean;
  first_selected_at: Date | null;
  withdrawn_at: Date | null;
  waits: boolean;
  created_at: Date;
};

/**
 * A version in the list of its skill. The words of one that waits are left out where another version is listed: they
 * are read at its own address.
 */
const versionSummary = (sql: Sql) => sql`
  v.version_id, v.ordinal, v.base_version_id, v.applicability,
  case when v.quarantined_at is null or s.selected_version_id is not distinct from v.version_id then v.title
    else 'A version that waits' end as title,
  case when v.quarantined_at is null or s.selected_version_id is not distinct from v.version_id then v.change_summary
    else 'It waits for a maintainer.' end as change_summary,
  v.quarantined_at is not null as waits,
  (s.selected_version_id is not distinct from v.version_id) as is_selected, v.first_selected_at, v.withdrawn_at, v.created_at`;

/**
 * All versions of a skill, newest first. Withdrawn ones are marked and remain in the history; their content is not
 * shown.
 */
export async function versionHistory(sql: Sql, skill_id: string): Promise<VersionSummaryRow[]> {
  return sql<VersionSummaryRow[]>`
    select ${versionSummary(sql)}
    from skill_versions v
    join skills s on s.skill_id = v.skill_id
    where v.skill_id = ${skill_id}
    order by v.ordinal desc`;
}

export type Withdrawal = {
  version_id: string;
  withdrawn_reason: string;
  withdrawn_at: Date;
  /** Null where a version was withdrawn directly in the database. */
  decision: DecisionRow | null;
};

/**
 * The withdrawal that makes a version (or, without `version_id`, a skill) unreadable; for a skill that of its newest
 * withdrawn version. Null when it does not exist or none of it is withdrawn.
 */
export async function withdrawalOf(sql: Sql, skill_id: string, version_id: string | null): Promise<Withdrawal | null> {
  const [row] = await sql<Omit<Withdrawal, "decision">[]>`
    select v.version_id, v.withdrawn_reason, v.withdrawn_at
    from skill_versions v
    where v.skill_id = ${skill_id}
      and v.version_id = coalesce(${version_id}, v.version_id)
      and v.withdrawn_at is not null
    order by v.ordinal desc
    limit 1`;
  return row ? { ...row, decision: await withdrawalDecision(sql, row.version_id) } : null;
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
