import { read } from "@/db/client";
import { selectedVersion, type VersionSummaryRow, versionHistory, withdrawalOf } from "@/db/queries/versions";
import type { Context } from "@/lib/context";
import type { SkillVersion, VersionSummary } from "@/lib/contract/public/resources";
import { presentVersion, versionRef } from "@/lib/present/version";
import { skillUrl, versionUrl } from "@/lib/urls";
import { refuseUnreadable } from "@/lib/skills/get-skill-version";

type Skill = SkillVersion & {
  selected: ReturnType<typeof versionRef>;
  selection_revision: string;
  versions: VersionSummary[];
  updated_at: string;
  skill_url: string;
};

/** One skill with its selected version and all its versions. Throws `not_found`, or `withdrawn` when nothing of it can be read. */
export async function getSkill(_ctx: Context, input: { skill_id: string }): Promise<{ data: Skill }> {
  const [row, history] = await read((sql) => Promise.all([selectedVersion(sql, input.skill_id), versionHistory(sql, input.skill_id)]));
  if (!row) throw refuseUnreadable(history.length > 0 ? await read((sql) => withdrawalOf(sql, input.skill_id, null)) : null);
  return {
    data: {
      ...presentVersion(row),
      selected: versionRef(row),
      selection_revision: row.selection_revision,
      versions: history.map((version) => presentSummary(input.skill_id, version)),
      updated_at: row.updated_at.toISOString(),
      skill_url: skillUrl(row.skill_id, row.slug),
    },
  };
}

function presentSummary(skill_id: string, row: VersionSummaryRow): VersionSummary {
  return {
    version_id: row.version_id,
    ordinal: row.ordinal,
    title: row.title,
    base_version_id: row.base_version_id,
    applicability: row.applicability,
    change_summary: row.change_summary,
    is_selected: row.is_selected && row.withdrawn_at === null,
    state: stateOf(row),
    canonical_url: versionUrl(skill_id, row.version_id),
    created_at: row.created_at.toISOString(),
  };
}

function stateOf(row: VersionSummaryRow): VersionSummary["state"] {
  if (row.withdrawn_at) return "withdrawn";
  if (row.is_selected) return "selected";
  return row.first_selected_at ? "published" : "candidate";
}
