import type { Sql } from "@/db/client";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

/**
 * Inserts a skill whose count includes its first version, which is selected when `select` is set. False when the slug
 * is taken, as decided by the unique constraint; the caller tries the next one. Throws the constraint's error when the
 * source path is taken.
 */
export async function insertSkill(
  sql: Sql,
  skill: {
    skill_id: string;
    slug: string;
    source_path: string | null;
    author_connection_id: string | null;
    version_id: string;
    select: boolean;
  },
): Promise<boolean> {
  const rows = await sql`
    insert into skills (skill_id, slug, source_path, author_connection_id, last_ordinal, selected_version_id, selection_revision)
    values (${skill.skill_id}, ${skill.slug}, ${skill.source_path}, ${skill.author_connection_id}, 1,
            ${skill.select ? skill.version_id : null}, ${skill.select ? 1 : 0})
    on conflict (slug) do nothing
    returning skill_id`;
  return rows.length === 1;
}

export type LockedSkill = {
  slug: string;
  selected_version_id: string | null;
  selection_revision: string;
  /** Of the selected version; null without one. */
  selected_applicability: ApplicabilityEntry[] | null;
  /** Whether the selected version waits. */
  selected_waits: boolean;
};

/** Locks a skill's row until the transaction ends: one writer at a time numbers and selects versions. */
export async function lockSkill(sql: Sql, skill_id: string): Promise<LockedSkill | null> {
  const [row] = await sql<LockedSkill[]>`
    select s.slug, s.selected_version_id, s.selection_revision, v.applicability as selected_applicability,
           v.quarantined_at is not null as selected_waits
    from skills s
    left join skill_versions v on v.version_id = s.selected_version_id
    where s.skill_id = ${skill_id}
    for update of s`;
  return row ?? null;
}

/**
 * Takes the next ordinal of a skill and, with `select`, selects the version. A listed version is news of the skill.
 * Requires the row's lock.
 */
export async function numberVersion(
  sql: Sql,
  turn: { skill_id: string; version_id: string; select: boolean; list: boolean },
): Promise<{ ordinal: string; selection_revision: string }> {
  const [row] = await sql<{ ordinal: string; selection_revision: string }[]>`
    update skills
       set last_ordinal = last_ordinal + 1,
           selected_version_id = case when ${turn.select} then ${turn.version_id} else selected_version_id end,
           selection_revision = selection_revision + case when ${turn.select} then 1 else 0 end,
           updated_at = case when ${turn.list} then now_ms() else updated_at end
     where skill_id = ${turn.skill_id}
    returning last_ordinal as ordinal, selection_revision`;
  if (!row) throw new Error("The skill's row has gone though it was locked.");
  return row;
}
