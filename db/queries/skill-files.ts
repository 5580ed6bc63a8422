import type { Sql } from "@/db/client";
import { filesColumn } from "@/db/queries/files";
import { fixed } from "@/db/queries/plans";
import type { VersionRow } from "@/db/queries/versions";

/** The content of a SKILL.md. */
export type SkillFileRow = Pick<
  VersionRow,
  | "skill_id"
  | "version_id"
  | "slug"
  | "title"
  | "description"
  | "license"
  | "applicability"
  | "markdown"
  | "files"
  | "review_version_checked"
  | "review_note"
  | "review_reviewed_at"
  | "review_reviewer"
  | "review_reviewer_connection_id"
  | "quarantined_at"
  | "quarantine_reasons"
>;

const columns = (sql: Sql) => sql`
  o.version_id, o.skill_id, o.slug, o.title, o.description, o.license, o.applicability, o.markdown,
  o.review_version_checked, o.review_note, o.review_reviewed_at, o.review_reviewer, o.review_reviewer_connection_id,
  o.quarantined_at, o.quarantine_reasons, ${filesColumn(sql, sql`o.version_id`)}`;

/** The selected versions by slug, starting after `slug`: one page of the library's files. `limit` is a constant. */
export async function selectedFilesAfter(sql: Sql, slug: string, limit: number): Promise<SkillFileRow[]> {
  return sql<SkillFileRow[]>`
    with page as materialized (
      select t.version_id
      from selected_traits t
      where t.slug > ${slug}
      order by t.slug
      limit ${fixed(sql, limit)}
    )
    select ${columns(sql)}
    from page
    join listed_versions o on o.version_id = page.version_id
    order by o.slug`;
}

/** The selected versions with the best outcomes, then reviewed ones, then the newest. `limit` is a constant. */
export async function bestFiles(sql: Sql, limit: number): Promise<SkillFileRow[]> {
  const most = sql`limit ${fixed(sql, limit)}`;
  // The best are among the best of three lists, each of which is read along an index.
  return sql<SkillFileRow[]>`
    with best as materialized (
      (select t.version_id
       from selected_traits t
       where t.outcomes_score > 0
       order by t.outcomes_score desc, t.is_reviewed desc, t.updated_at desc, t.skill_id desc
       ${most})
      union
      (select t.version_id
       from selected_traits t
       where t.version_id in (select n.version_id from review_notes n) and coalesce(t.outcomes_score, 0) <= 0
       order by t.updated_at desc, t.skill_id desc
       ${most})
      union
      (select t.version_id
       from selected_traits t
       order by t.updated_at desc, t.skill_id desc
       ${most})
    )
    select ${columns(sql)}
    from best
    join listed_versions o on o.version_id = best.version_id
    order by coalesce(o.outcomes_score, 0) desc, o.review_note is null, o.updated_at desc, o.skill_id desc
    ${most}`;
}

/** The first slugs of readable skills that start with a text, alphabetically. `limit` is a constant. */
export async function slugsStartingWith(sql: Sql, start: string, limit: number): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`
    select t.slug
    from selected_traits t
    where t.slug >= ${start}
    order by t.slug
    limit ${fixed(sql, limit)}`;
  return rows.map(({ slug }) => slug).filter((slug) => slug.startsWith(start));
}

/** The selected version of a skill, by its slug. */
export async function selectedFileBySlug(sql: Sql, slug: string): Promise<SkillFileRow | null> {
  const [row] = await sql<SkillFileRow[]>`
    select ${columns(sql)}
    from listed_versions o
    where o.is_selected
      and o.slug = ${slug}`;
  return row ?? null;
}

/** A readable version of the skill with this slug, unless it waits. */
export async function fileOfVersion(sql: Sql, slug: string, version_id: string): Promise<SkillFileRow | null> {
  const [row] = await sql<SkillFileRow[]>`
    select ${columns(sql)}
    from public_versions o
    where o.version_id = ${version_id}
      and o.slug = ${slug}
      and o.quarantined_at is null`;
  return row ?? null;
}
