import type { Sql } from "@/db/client";

/** Analysed versions of the skills that changed last and that the search engine may not have read yet. */
export async function freshVersions(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ version_id: string }[]>`
    select d.version_id
    from (
      select i.entity_id
      from index_dirty i
      where i.kind = 'skill'
      order by i.revision desc
      limit ${limit}
    ) changed
    join search_documents d on d.skill_id = changed.entity_id
    limit ${limit}`;
  return rows.map((row) => row.version_id);
}

/** Of the skills that changed last, those with an offered version that is not analysed yet. */
export async function freshSkillsToAnalyse(sql: Sql, analysis_revision: number, limit: number): Promise<string[]> {
  const rows = await sql<{ skill_id: string }[]>`
    select changed.entity_id as skill_id
    from (
      select i.entity_id
      from index_dirty i
      where i.kind = 'skill'
      order by i.revision desc
      limit ${limit}
    ) changed
    where exists (
      select from offered_versions o
      where o.skill_id = changed.entity_id
        and not exists (
          select from search_documents d
          where d.version_id = o.version_id and d.analysis_revision = ${analysis_revision}))`;
  return rows.map((row) => row.skill_id);
}
