import { read } from "@/db/client";
import { versionCards } from "@/db/queries/versions";
import type { SkillVersion } from "@/lib/contract/public/resources";
import type { Context } from "@/lib/domain/context";
import { presentOrigin } from "@/lib/domain/present/origin";
import { presentOutcomes, presentReview } from "@/lib/domain/present/version";
import { versionUrl } from "@/lib/platform/urls";

/** The card of a version: everything but its text. */
export type VersionCard = Pick<
  SkillVersion,
  | "skill_id"
  | "version_id"
  | "title"
  | "description"
  | "canonical_url"
  | "applicability"
  | "review"
  | "outcomes"
  | "origin"
>;

/** The cards of versions, read at once. Missing and withdrawn versions are omitted. */
export async function listVersionCards(_ctx: Context, version_ids: string[]): Promise<VersionCard[]> {
  if (version_ids.length === 0) return [];
  const rows = await read((sql) => versionCards(sql, version_ids));
  return rows.map((row) => ({
    skill_id: row.skill_id,
    version_id: row.version_id,
    title: row.title,
    description: row.description,
    canonical_url: versionUrl(row.skill_id, row.version_id),
    applicability: row.applicability,
    review: presentReview(row),
    outcomes: presentOutcomes(row),
    origin: presentOrigin(row),
  }));
}
