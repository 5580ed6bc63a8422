import type { SkillSummary } from "@/lib/contract/public/resources";
import { presentOrigin } from "@/lib/domain/present/origin";
import { presentOutcomes, presentQuarantine, presentReview, versionRef } from "@/lib/domain/present/version";
import { listedUrl, versionAddresses } from "@/lib/platform/urls";
import type { DirectoryHit } from "@/lib/search/directory";

/** An item of the directory. */
export function presentSummary({ row, verdict, match }: DirectoryHit): SkillSummary {
  return {
    skill_id: row.skill_id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    canonical_url: listedUrl(row),
    selected: versionRef({ skill_id: row.skill_id, version_id: row.selected_version_id ?? row.version_id }),
    version: versionRef(row),
    ...versionAddresses(row),
    applicability: row.applicability,
    review: presentReview(row),
    outcomes: presentOutcomes(row),
    origin: presentOrigin(row),
    quarantine: presentQuarantine(row),
    updated_at: row.updated_at.toISOString(),
    verdict,
    strength: match?.strength ?? null,
    match,
  };
}
