import type { Sql } from "@/db/client";

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
