import { read } from "@/db/client";
import { type OriginColumn, originsOf } from "@/db/queries/version-origins";
import type { SkillSummary } from "@/lib/contract/public/resources";
import { presentOrigin } from "@/lib/domain/present/origin";
import { presentOutcomes, presentQuarantine, presentReview, versionRef } from "@/lib/domain/present/version";
import { listedUrl, versionAddresses } from "@/lib/platform/urls";
import type { DirectoryHit } from "@/lib/search/directory";

/** Items of the directory. */
export async function presentSummaries(hits: readonly DirectoryHit[]): Promise<SkillSummary[]> {
  if (hits.length === 0) return [];
  const origins = await read((sql) => originsOf(sql, [...new Set(hits.map(({ row }) => row.version_id))]));
  return hits.map((hit) => presentSummary(hit, origins.get(hit.row.version_id)));
}

function presentSummary({ row, verdict, match }: DirectoryHit, came_from?: OriginColumn["came_from"]): SkillSummary {
  if (!came_from) throw new Error(`The version ${row.version_id} is gone.`);
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
    origin: presentOrigin({ ...row, came_from }),
    quarantine: presentQuarantine(row),
    updated_at: row.updated_at.toISOString(),
    verdict,
    strength: match?.strength ?? null,
    match,
  };
}
