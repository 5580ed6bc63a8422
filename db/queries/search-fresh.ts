import type { Sql } from "@/db/client";
import { fixed } from "@/db/fixed";

const FRESH_MAX = 100;

export type IndexStateRow = {
  /** Increases with every change of the stored analyses. */
  generation: string;
  /** Increases whenever a skill is marked for indexing, and whenever the engine has indexed one. */
  revision: string;
  /** The head of the publish log. */
  log_sequence: string;
  /** Analysed versions of the most recently changed skills, which the search engine may not have indexed yet. */
  fresh: string[];
};

/** The state of the index: whether anything changed, and at most `FRESH_MAX` versions that are already searchable. */
export async function indexState(sql: Sql): Promise<IndexStateRow> {
  const [row] = await sql<IndexStateRow[]>`
    select s.generation,
           (select r.last_value from index_revision r) as revision,
           (select h.sequence from publish_log_head h) as log_sequence,
           array(
             select d.version_id
             from (
               select i.entity_id
               from index_dirty i
               order by i.revision desc
               limit ${fixed(sql, FRESH_MAX)}
             ) changed
             join search_documents d on d.skill_id = changed.entity_id
             limit ${fixed(sql, FRESH_MAX)}) as fresh
    from search_statistics s`;
  if (!row) throw new Error("search_statistics has no row");
  return row;
}

/** Of the most recently changed skills, those with an offered version that has no analysis yet. */
export async function freshSkillsToAnalyse(sql: Sql, analysis_revision: number, limit: number): Promise<string[]> {
  const rows = await sql<{ skill_id: string }[]>`
    select changed.entity_id as skill_id
    from (
      select i.entity_id
      from index_dirty i
      order by i.revision desc
      limit ${limit}
    ) changed
    where exists (
      select from listed_versions o
      where o.skill_id = changed.entity_id
        and not exists (
          select from search_documents d
          where d.version_id = o.version_id and d.analysis_revision = ${analysis_revision}))`;
  return rows.map((row) => row.skill_id);
}
