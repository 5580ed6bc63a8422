import type { Sql } from "@/db/client";

export type VersionToEmbed = {
  version_id: string;
  skill_id: string;
  title: string;
  description: string;
  plain_text: string;
};

/** Offered and analysed versions without a vector of this embedder, newest first. */
export async function versionsToEmbed(sql: Sql, embedder: string, limit: number): Promise<VersionToEmbed[]> {
  return sql<VersionToEmbed[]>`
    select o.version_id, o.skill_id, o.title, o.description, d.plain_text
    from listed_versions o
    join search_documents d on d.version_id = o.version_id
    where not exists (
      select from version_meanings m
      where m.version_id = o.version_id and m.embedder = ${embedder})
    order by o.version_id desc
    limit ${limit}`;
}

/**
 * The number of versions that wait for this embedder, and the dimensions of its vectors; null when there are none yet.
 */
export async function meaningsOf(sql: Sql, embedder: string): Promise<{ waiting: number; dimensions: number | null }> {
  const [row] = await sql<{ waiting: number; dimensions: number | null }[]>`
    select (select count(*)::int
            from search_documents d
            where not exists (
              select from version_meanings m
              where m.version_id = d.version_id and m.embedder = ${embedder})) as waiting,
           (select octet_length(m.vector) / 4
            from version_meanings m
            where m.embedder = ${embedder}
            limit 1) as dimensions`;
  return row ?? { waiting: 0, dimensions: null };
}

/** The dimensions of this embedder's vectors; null when there are none yet. */
export async function dimensionsOf(sql: Sql, embedder: string): Promise<number | null> {
  const [row] = await sql<{ dimensions: number }[]>`
    select octet_length(m.vector) / 4 as dimensions
    from version_meanings m
    where m.embedder = ${embedder}
    limit 1`;
  return row?.dimensions ?? null;
}

/** Stores the vectors of one embedder, replacing another embedder's vectors of the same versions. */
export async function keepMeanings(
  sql: Sql,
  embedder: string,
  rows: ReadonlyArray<{ version_id: string; vector: Buffer }>,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into version_meanings ${sql(rows.map(({ version_id, vector }) => ({ version_id, embedder, vector })))}
    on conflict (version_id) do update
      set embedder = excluded.embedder, vector = excluded.vector`;
}
