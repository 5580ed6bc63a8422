import type { HeldVersionRow } from "@/db/queries/held-versions";
import type { HeldVersion } from "@/lib/contract/knowledge/resources";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { versionRef } from "@/lib/domain/present/version";

/**
 * The current status of a version the caller holds. An id that does not exist or belongs to another skill is `unknown`.
 */
export function presentHeldVersion(ref: SkillVersionRef, rows: HeldVersionRow[]): HeldVersion {
  const row = rows.find((other) => other.version_id === ref.version_id && other.skill_id === ref.skill_id);
  if (!row) return { ref, state: "unknown", selected: null, selection_revision: null };
  return {
    ref,
    state: stateOf(row),
    selected: selectedRef(row),
    selection_revision: row.selection_revision,
  };
}

/** The current status of an existing version. */
export function stateOf(row: HeldVersionRow): "current" | "superseded" | "withdrawn" {
  if (row.withdrawn) return "withdrawn";
  return row.is_selected ? "current" : "superseded";
}

/** The selected version of the skill, if it is readable. */
export function selectedRef(row: HeldVersionRow): SkillVersionRef | null {
  return row.selected_version_id === null
    ? null
    : versionRef({ skill_id: row.skill_id, version_id: row.selected_version_id });
}
