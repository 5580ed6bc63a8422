import type { Sql } from "@/db/client";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

export type ExportedRow = {
  skill_id: string;
  version_id: string;
  slug: string;
  title: string;
  description: string;
  license: string | null;
  applicability: ApplicabilityEntry[];
  questions: string[];
  public_references: string[];
  change_summary: string;
  rationale: string;
  supporting_basis: string;
  source_author: string | null;
  source_repository: string | null;
  markdown: string;
  is_selected: boolean;
};

/** The listed versions of each skill with a selected one after a slug, by slug, the oldest first and the selected one last. */
export async function versionsToExport(sql: Sql, slug: string, limit: number): Promise<ExportedRow[]> {
  return sql<ExportedRow[]>`
    with page as materialized (
      select t.skill_id
      from selected_traits t
      where t.slug > ${slug}
      order by t.slug
      limit ${limit}
    )
    select o.skill_id, o.version_id, o.slug, o.title, o.description, o.license, o.applicability, o.questions,
           o.public_references, o.change_summary, o.rationale, o.supporting_basis, o.source_author, o.source_repository,
           o.markdown, o.is_selected
    from page
    join listed_versions o on o.skill_id = page.skill_id
    order by o.slug, o.is_selected, o.ordinal`;
}
