import type { Sql } from "@/db/client";

export type VersionStateRow = {
  skill_id: string;
  version_id: string;
  withdrawn: boolean;
  /** Its texts are gone. */
  erased: boolean;
  author_connection_id: string | null;
  is_candidate: boolean;
  waits: boolean;
  operation_ref: string | null;
  operation_connection_id: string | null;
};

/** A version with the data needed to decide about it; null when there is none, or with `skill_id` none of that skill. */
export async function versionState(
  sql: Sql,
  { skill_id, version_id }: { skill_id?: string; version_id: string },
): Promise<VersionStateRow | null> {
  const [row] = await sql<VersionStateRow[]>`
    select v.skill_id, v.version_id, (v.withdrawn_at is not null) as withdrawn,
           (v.erased_at is not null) as erased, v.author_connection_id, (v.first_selected_at is null) as is_candidate,
           v.quarantined_at is not null as waits,
           v.operation_ref, o.connection_id as operation_connection_id
    from skill_versions v
    left join operations o on o.operation_ref = v.operation_ref
    where v.version_id = ${version_id}
      and ${skill_id === undefined ? sql`true` : sql`v.skill_id = ${skill_id}`}`;
  return row ?? null;
}

/** Selects a version, or none, and returns the increased selection revision. Requires the skill's lock. */
export async function storeSelection(sql: Sql, skill_id: string, version_id: string | null): Promise<string> {
  const [row] = await sql<{ selection_revision: string }[]>`
    with offered as (
      update skill_versions
         set first_selected_at = now_ms()
       where skill_versions.version_id = ${version_id} and skill_versions.first_selected_at is null
    )
    update skills
       set selected_version_id = ${version_id}, selection_revision = skills.selection_revision + 1, updated_at = now_ms()
     where skills.skill_id = ${skill_id}
    returning selection_revision`;
  if (!row) throw new Error("The skill's row has gone though it was locked.");
  return row.selection_revision;
}

/** Withdraws a version, or with null reverts the withdrawal. Requires the skill's lock. */
export async function storeWithdrawal(sql: Sql, version_id: string, reason: string | null): Promise<void> {
  await sql`
    update skill_versions
       set withdrawn_at = case when ${reason}::text is not null then now_ms() end, withdrawn_reason = ${reason}
     where skill_versions.version_id = ${version_id}`;
}

export type SkillSelectionRow = {
  skill_id: string;
  slug: string;
  author_connection_id: string | null;
  selected_version_id: string | null;
  selection_revision: string;
};

/** A skill's author and selection; null when there is none. */
export function skillSelection(sql: Sql, skill_id: string): Promise<SkillSelectionRow | null> {
  return selectionWith(sql, skill_id, sql``);
}

/** The same with the row locked until the transaction ends. */
export function lockSkillSelection(sql: Sql, skill_id: string): Promise<SkillSelectionRow | null> {
  return selectionWith(sql, skill_id, sql`for update`);
}

async function selectionWith(sql: Sql, skill_id: string, lock: ReturnType<Sql>): Promise<SkillSelectionRow | null> {
  const [row] = await sql<SkillSelectionRow[]>`
    select s.skill_id, s.slug, s.author_connection_id, s.selected_version_id, s.selection_revision
    from skills s
    where s.skill_id = ${skill_id}
    ${lock}`;
  return row ?? null;
}

/** The skill of a version; null when there is no such version. */
export async function skillOfVersion(sql: Sql, version_id: string): Promise<string | null> {
  const [row] = await sql<{ skill_id: string }[]>`
    select v.skill_id
    from skill_versions v
    where v.version_id = ${version_id}`;
  return row?.skill_id ?? null;
}
