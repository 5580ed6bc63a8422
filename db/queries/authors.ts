import type { Sql } from "@/db/client";

export type AuthorRow = {
  author_connection_id: string;
  author_name: string;
  author_role: "member" | "maintainer";
  /** Skills with a listed version of this author. */
  skills: number;
  /** Reported outcomes of all of the author's listed versions. */
  resolved: number;
  partial: number;
  failed: number;
};

/** A connection that has published; null for every other one. One whose versions are all withdrawn counts too. */
export async function authorById(sql: Sql, connection_id: string): Promise<AuthorRow | null> {
  const [row] = await sql<AuthorRow[]>`
    select c.connection_id as author_connection_id, c.name as author_name, c.role as author_role,
           count(distinct t.skill_id)::int as skills,
           coalesce(sum(o.resolved), 0)::int as resolved,
           coalesce(sum(o.partial), 0)::int as partial,
           coalesce(sum(o.failed), 0)::int as failed
    from connections c
    join skill_versions v on v.author_connection_id = c.connection_id and v.first_selected_at is not null
    left join listed_versions t on t.version_id = v.version_id
    left join version_outcomes o on o.version_id = t.version_id
    where c.connection_id = ${connection_id}
    group by c.connection_id`;
  return row ?? null;
}

export type AuthoredRow = { version_id: string; skill_id: string; slug: string };

/** The newest listed version by this author of each skill, newest first. */
export async function versionsBy(sql: Sql, connection_id: string, limit: number): Promise<AuthoredRow[]> {
  return sql<AuthoredRow[]>`
    select newest.version_id, newest.skill_id, newest.slug
    from (
      select distinct on (o.skill_id) o.version_id, o.skill_id, o.slug, o.created_at
      from listed_versions o
      where o.author_connection_id = ${connection_id}
      order by o.skill_id, o.ordinal desc
    ) newest
    order by newest.created_at desc, newest.version_id desc
    limit ${limit}`;
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
