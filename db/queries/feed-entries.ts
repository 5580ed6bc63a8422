import type { Sql } from "@/db/client";
import { fixed } from "@/db/fixed";
import { fewIds } from "@/db/queries/few";
import { versionsNaming } from "@/db/queries/search-rows";
import { type ReleaseColumn, releasesOf } from "@/db/queries/technology-releases";
import type { ReviewColumns } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

export type NewVersionRow = ReviewColumns & {
  skill_id: string;
  version_id: string;
  ordinal: string;
  title: string;
  description: string;
  change_summary: string;
  applicability: ApplicabilityEntry[];
  technologies: string[];
  /** Null for imported versions. */
  author_connection_id: string | null;
  author_name: string | null;
  author_role: "member" | "maintainer" | null;
  first_selected_at: Date;
  releases: ReleaseColumn[];
};

/** The versions that a feed is about. A property that is null or absent excludes none. */
export type NewVersionFilter = {
  technology?: string | null;
  skill_id?: string;
  version_ids?: string[];
  /** Only those selected before this one. */
  after?: Pick<NewVersionRow, "first_selected_at" | "version_id"> | null;
};

/** The readable versions that match, most recently selected for the first time first. `limit` is a constant. */
export async function newestVersions(
  sql: Sql,
  { technology, skill_id, version_ids, after }: NewVersionFilter,
  limit: number,
): Promise<NewVersionRow[]> {
  const few = technology ? await fewIds(sql, versionsNaming(sql, technology)) : null;
  return sql<NewVersionRow[]>`
    select o.skill_id, o.version_id, o.ordinal, o.title, o.description, o.change_summary, o.technologies, o.applicability,
           o.author_connection_id, c.name as author_name, c.role as author_role, o.first_selected_at,
           o.review_version_checked, o.review_note, o.review_reviewed_at, o.review_reviewer, o.review_reviewer_connection_id,
           ${releasesOf(sql, "o")} as releases
    from listed_versions o
    left join connections c on c.connection_id = o.author_connection_id
    where ${few ? sql`o.version_id = any(${few})` : sql`true`}
      and ${technology && !few ? sql`${technology}::text = any(o.technologies)` : sql`true`}
      and ${skill_id ? sql`o.skill_id = ${skill_id}` : sql`true`}
      and ${version_ids ? sql`o.version_id = any(${version_ids})` : sql`true`}
      and ${after ? sql`(o.first_selected_at, o.version_id) < (${after.first_selected_at}, ${after.version_id})` : sql`true`}
    order by o.first_selected_at desc, o.version_id desc
    limit ${fixed(sql, limit)}`;
}
