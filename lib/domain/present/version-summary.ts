import type { VersionSummaryRow } from "@/db/queries/version-history";
import type { VersionSummary } from "@/lib/contract/public/resources";
import { versionUrl } from "@/lib/platform/urls";

/** A version in a list: everything but its content, so that a withdrawn one can be listed too. */
export function presentVersionSummary(skill_id: string, row: VersionSummaryRow): VersionSummary {
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
  if (row.waits) return "waiting";
  if (row.is_selected) return "selected";
  return row.first_selected_at ? "published" : "candidate";
}
