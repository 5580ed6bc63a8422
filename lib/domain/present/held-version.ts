import { read, type Sql } from "@/db/client";
import { type HeldVersionRow, heldVersions, type ListedVersionRow, listedVersions } from "@/db/queries/held-versions";
import type { HeldVersion, KnowledgeSkill } from "@/lib/contract/knowledge/resources";
import type { ApplicabilityEntry, SkillVersionRef } from "@/lib/contract/primitives";
import { versionRef } from "@/lib/domain/present/version";
import { supersededBy } from "@/lib/search/rank/choose-version";

/** Versions that somebody holds, and what is known about each: read once, then asked as often as needed. */
export type HeldVersions = { rows: HeldVersionRow[]; listed: ListedVersionRow[] };

/** Reads what `presentHeldVersion` needs about versions, withdrawn ones included. */
export async function readHeldVersions(sql: Sql, version_ids: string[]): Promise<HeldVersions> {
  const rows = await heldVersions(sql, version_ids);
  return { rows, listed: await listedVersions(sql, [...new Set(rows.map((row) => row.skill_id))]) };
}

/** The current status of each version that the caller holds, in the caller's order; for its technologies if it names any. */
export async function presentHeldVersions(
  refs: readonly SkillVersionRef[],
  caller: readonly ApplicabilityEntry[],
): Promise<HeldVersion[]> {
  if (refs.length === 0) return [];
  const version_ids = refs.map(({ version_id }) => version_id);
  const held = await read((sql) => readHeldVersions(sql, version_ids));
  return refs.map((ref) => presentHeldVersion(ref, held, caller));
}

/** Whether the caller holds a version that was found, or one of the same skill that is no longer current. */
export function loadedAs(
  found: Pick<SkillVersionRef, "skill_id" | "version_id">,
  loaded: readonly HeldVersion[],
): KnowledgeSkill["loaded"] {
  const held = loaded.filter(({ ref }) => ref.skill_id === found.skill_id);
  if (held.some(({ ref }) => ref.version_id === found.version_id)) return "current";
  return held.some(({ state }) => state === "superseded" || state === "withdrawn") ? "outdated" : "no";
}

/** The row of a version; undefined when it does not exist or belongs to another skill. */
export function heldRow(ref: SkillVersionRef, { rows }: HeldVersions): HeldVersionRow | undefined {
  return rows.find((other) => other.version_id === ref.version_id && other.skill_id === ref.skill_id);
}

/**
 * The current status of a version the caller holds, for the caller's technologies if it names any. An id that does not
 * exist or belongs to another skill is `unknown`.
 */
export function presentHeldVersion(
  ref: SkillVersionRef,
  held: HeldVersions,
  caller: readonly ApplicabilityEntry[] = [],
): HeldVersion {
  const row = heldRow(ref, held);
  if (!row) return { ref, state: "unknown", replaced_by: null, selected: null, selection_revision: null };
  return { ref, ...statusOf(row, held, caller), ...selectionOf(row) };
}

/** The current status of an existing version, and what supersedes it. */
export function statusOf(
  row: HeldVersionRow,
  { listed }: HeldVersions,
  caller: readonly ApplicabilityEntry[] = [],
): { state: "current" | "superseded" | "withdrawn"; replaced_by: SkillVersionRef | null } {
  if (row.withdrawn) return { state: "withdrawn", replaced_by: null };
  const siblings = listed.filter(({ skill_id }) => skill_id === row.skill_id);
  const newer = supersededBy(row, siblings, caller);
  return newer ? { state: "superseded", replaced_by: versionRef(newer) } : { state: "current", replaced_by: null };
}

/** The selection of the version's skill. Its selected version is null if it is not readable. */
export function selectionOf(row: HeldVersionRow): { selected: SkillVersionRef | null; selection_revision: string } {
  const { skill_id, selected_version_id, selection_revision } = row;
  const selected = selected_version_id === null ? null : versionRef({ skill_id, version_id: selected_version_id });
  return { selected, selection_revision };
}
