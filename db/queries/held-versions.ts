import type { Sql } from "@/db/client";
import type { QuarantineColumns, ReviewColumns } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

export type HeldVersionRow = ReviewColumns &
  QuarantineColumns & {
    skill_id: string;
    version_id: string;
    ordinal: string;
    applicability: ApplicabilityEntry[];
    withdrawn: boolean;
    is_selected: boolean;
    /** The selected version, if it is listed. */
    selected_version_id: string | null;
    selection_revision: string;
    /** Versions of the skill that wait for its author or a maintainer. */
    candidates_in_review: number;
  };

/** The current status of versions, withdrawn ones included. Unknown ids are omitted; the order is undefined. */
export async function heldVersions(sql: Sql, version_ids: string[]): Promise<HeldVersionRow[]> {
  if (version_ids.length === 0) return [];
  return sql<HeldVersionRow[]>`
    select v.skill_id, v.version_id, v.ordinal, v.applicability, (v.withdrawn_at is not null) as withdrawn,
           (s.selected_version_id is not distinct from v.version_id) as is_selected,
           selected.version_id as selected_version_id, s.selection_revision,
           (select count(*)::int
            from skill_versions c
            join operations o on o.operation_ref = c.operation_ref
            where c.skill_id = s.skill_id and c.first_selected_at is null and c.withdrawn_at is null and o.state = 'in_review'
           ) as candidates_in_review,
           p.review_version_checked, p.review_note, p.review_reviewed_at, p.review_reviewer,
           p.review_reviewer_connection_id, v.quarantined_at, v.quarantine_reasons
    from skill_versions v
    join skills s on s.skill_id = v.skill_id
    left join listed_versions selected on selected.version_id = s.selected_version_id
    left join public_versions p on p.version_id = v.version_id
    where v.version_id = any(${version_ids})`;
}

export type ListedVersionRow = Pick<
  HeldVersionRow,
  "skill_id" | "version_id" | "ordinal" | "applicability" | "is_selected"
>;

/** The listed versions of skills, without their content; the order is undefined. */
export async function listedVersions(sql: Sql, skill_ids: string[]): Promise<ListedVersionRow[]> {
  if (skill_ids.length === 0) return [];
  return sql<ListedVersionRow[]>`
    select v.skill_id, v.version_id, v.ordinal, v.applicability, t.is_selected
    from skill_versions v
    join listed_traits t on t.version_id = v.version_id
    where v.skill_id = any(${skill_ids})`;
}

/** The versions of a skill that connections hold. */
export async function watchedVersionsOf(sql: Sql, skill_id: string): Promise<string[]> {
  const rows = await sql<{ version_id: string }[]>`
    select distinct w.version_id
    from watched_versions w
    where w.skill_id = ${skill_id}`;
  return rows.map((row) => row.version_id);
}

/** Records that a connection holds these versions, so that it is notified of changes to them. Ignores unknown ones. */
export async function watchVersions(
  sql: Sql,
  connection_id: string,
  refs: Array<{ skill_id: string; version_id: string }>,
): Promise<void> {
  if (refs.length === 0) return;
  await sql`
    insert into watched_versions (connection_id, skill_id, version_id)
    select ${connection_id}, held.skill_id, held.version_id
    from unnest(${refs.map((ref) => ref.skill_id)}::text[], ${refs.map((ref) => ref.version_id)}::text[]) as held (skill_id, version_id)
    join skill_versions v on v.version_id = held.version_id and v.skill_id = held.skill_id
    on conflict do nothing`;
}
