import type { Sql } from "@/db/client";
import type { ReviewColumns } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

export type ReleaseColumn = { technology: string; newest: string; released_at: string | null };

export type ReleasedVersion = ReviewColumns & {
  skill_id: string;
  version_id: string;
  title: string;
  applicability: ApplicabilityEntry[];
  releases: ReleaseColumn[];
};

/** The newest releases that are known of the technologies of a version, as a JSON list. */
export function releasesOf(sql: Sql, of: "p" | "v") {
  return sql`
  coalesce(
    (
      select json_agg(
        json_build_object(
          'technology', t.technology, 'newest', t.newest,
          'released_at', to_char(t.released_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by t.technology)
      from technology_releases t
      where t.technology = any(${sql(of)}.technologies)),
    '[]')`;
}

/** The selected listed versions that name a technology whose newest release is known. */
export async function versionsWithReleases(sql: Sql, limit: number): Promise<ReleasedVersion[]> {
  return sql<ReleasedVersion[]>`
    select p.skill_id, p.version_id, p.title, p.applicability, p.review_version_checked, p.review_note,
           p.review_reviewed_at, p.review_reviewer, p.review_reviewer_connection_id, ${releasesOf(sql, "p")} as releases
    from listed_versions p
    where p.is_selected and p.technologies && array(select t.technology from technology_releases t)
    order by p.skill_id
    limit ${limit}`;
}
