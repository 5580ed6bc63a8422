import type { Sql } from "@/db/client";

type SitemapSkillRow = { skill_id: string; slug: string; updated_at: Date };
type SitemapThreadRow = { thread_id: string; last_activity_at: Date };

/**
 * The page starts of a list of all readable skills, `size` skills each: the first starts at the empty text, others at
 * an id.
 */
export async function skillPageStarts(sql: Sql, size: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with recursive starts as (
      select '' as id
      union all
      select (
        select t.skill_id
        from selected_traits t
        where t.skill_id >= starts.id
        order by t.skill_id
        offset ${size}
        limit 1
      )
      from starts
      where starts.id is not null
    )
    select starts.id
    from starts
    where starts.id is not null`;
  return rows.map(({ id }) => id);
}

/** One such page. */
export async function skillsFrom(sql: Sql, skill_id: string, size: number): Promise<SitemapSkillRow[]> {
  return sql<SitemapSkillRow[]>`
    select t.skill_id, t.slug, t.updated_at
    from selected_traits t
    where t.skill_id >= ${skill_id}
    order by t.skill_id
    limit ${size}`;
}

/** The same for all visible threads. */
export async function threadPageStarts(sql: Sql, size: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with recursive starts as (
      select '' as id
      union all
      select (
        select t.thread_id
        from listed_threads t
        where t.thread_id >= starts.id
        order by t.thread_id
        offset ${size}
        limit 1
      )
      from starts
      where starts.id is not null
    )
    select starts.id
    from starts
    where starts.id is not null`;
  return rows.map(({ id }) => id);
}

/** One such page. */
export async function threadsFrom(sql: Sql, thread_id: string, size: number): Promise<SitemapThreadRow[]> {
  return sql<SitemapThreadRow[]>`
    select t.thread_id, t.last_activity_at
    from listed_threads t
    where t.thread_id >= ${thread_id}
    order by t.thread_id
    limit ${size}`;
}

/** The ids of all authors with a listed version, in pages of `size`: where each page starts. The first is the empty text. */
export async function authorPageStarts(sql: Sql, size: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select case when numbered.place = 0 then '' else numbered.id end as id
    from (
      select authors.id, row_number() over (order by authors.id) - 1 as place
      from (
        select distinct o.author_connection_id as id
        from listed_versions o
        where o.author_connection_id is not null
      ) authors
    ) numbered
    where numbered.place % ${size} = 0
    order by numbered.place`;
  return rows.map(({ id }) => id);
}

/** One such page. */
export async function authorsFrom(sql: Sql, connection_id: string, size: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select distinct o.author_connection_id as id
    from listed_versions o
    where o.author_connection_id >= ${connection_id}
    order by id
    limit ${size}`;
  return rows.map(({ id }) => id);
}
