import type { Sql } from "@/db/client";
import { fixed } from "@/db/queries/plans";

export type DirtySkill = { skill_id: string; revision: string };

/** The skills that have waited longest to be indexed, each with the revision it waits at. */
export async function dirtySkills(sql: Sql, limit: number): Promise<DirtySkill[]> {
  return sql<DirtySkill[]>`
    select d.entity_id as skill_id, d.revision
    from index_dirty d
    order by d.enqueued_at, d.entity_id
    limit ${limit}`;
}

/**
 * Removes dirty entries whose revision has not grown since they were read, because the search engine now has them.
 * Revisions advance, so that earlier readers see that the index has changed. If an entry is gone, another writer
 * handled it and the engine may have stored the older documents last, so the entry is put back.
 */
export async function settleDirty(sql: Sql, skills: readonly DirtySkill[]): Promise<void> {
  await sql`select nextval('index_revision')`;
  await sql`
    with done as (
      select *
      from unnest(${skills.map((skill) => skill.skill_id)}::text[], ${skills.map((skill) => skill.revision)}::bigint[]) as done (skill_id, revision)
    ), settled as (
      delete from index_dirty d
      using done
      where d.entity_id = done.skill_id
        and d.revision = done.revision
      returning d.entity_id
    )
    insert into index_dirty (entity_id)
    select done.skill_id
    from done
    where not exists (select from settled s where s.entity_id = done.skill_id)
    order by done.skill_id
    on conflict (entity_id) do nothing`;
}

/** Marks skills to be read into the search index again: in the order of their ids, so that two writers never wait for each other. */
export async function markDirty(sql: Sql, skill_ids: readonly string[]): Promise<void> {
  await sql`
    select mark_dirty(wanted.skill_id)
    from unnest(${[...skill_ids].sort()}::text[]) as wanted (skill_id)`;
}

/** The number of waiting skills. */
export async function dirtyCount(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from index_dirty`;
  return row?.count ?? 0;
}

/** Notes versions that the search engine refused: readiness counts them. */
export async function keepDeadLetters(sql: Sql, version_ids: readonly string[]): Promise<void> {
  await sql`
    insert into index_dead_letters (version_id)
    select refused.version_id
    from unnest(${[...version_ids]}::text[]) as refused (version_id)
    order by refused.version_id
    on conflict (version_id) do nothing`;
}

/** Deletes the dead letters of versions that the search engine has accepted since, or that no longer exist. */
export async function dropDeadLetters(sql: Sql, version_ids: readonly string[]): Promise<void> {
  await sql`
    delete from index_dead_letters l
    where l.version_id = any(${[...version_ids]})`;
}

const FRESH_MAX = 100;

type IndexStateRow = {
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
