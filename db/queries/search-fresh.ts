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
