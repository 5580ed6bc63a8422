import type { Sql } from "@/db/client";

type VersionToAnalyse = {
  version_id: string;
  skill_id: string;
  slug: string;
  title: string;
  description: string;
  questions: string[];
  /** The thread whose question the skill has now, and that question. */
  question_thread_id: string | null;
  lent_question: string | null;
  markdown: string;
  technologies: string[];
};

/**
 * The offered versions of these skills that have no analysis, or one by an older analyser or with another lent question.
 */
export async function versionsToAnalyse(
  sql: Sql,
  skill_ids: readonly string[],
  analysis_revision: number,
): Promise<VersionToAnalyse[]> {
  return sql<VersionToAnalyse[]>`
    select o.version_id, o.skill_id, o.slug, o.title, o.description, o.questions, o.markdown, o.technologies,
           l.thread_id as question_thread_id, l.question as lent_question
    from listed_versions o
    left join lateral lent_question(o.skill_id) l on true
    where o.skill_id = any(${[...skill_ids]})
      and not exists (
        select from search_documents d
        where d.version_id = o.version_id and d.analysis_revision = ${analysis_revision}
          and d.question_thread_id is not distinct from l.thread_id)
    order by o.version_id`;
}

export type VersionToIndex = {
  version_id: string;
  skill_id: string;
  slug: string;
  title: string;
  description: string;
  technologies: string[];
  is_selected: boolean;
  terms: string[];
  /** Packed. */
  analysis: Buffer;
  /** The vector from the embedder of that name; null when there is none yet. */
  vector: Buffer | null;
};

/** The offered and analysed versions of these skills, as the search engine should store them. */
export async function versionsToIndex(
  sql: Sql,
  skill_ids: readonly string[],
  embedder: string | null,
): Promise<VersionToIndex[]> {
  return sql<VersionToIndex[]>`
    ${toIndex(sql, embedder)}
    where o.skill_id = any(${[...skill_ids]})
    order by o.version_id`;
}

/** All offered and analysed versions after an id, by id; for loading a whole index. */
export async function versionsToIndexAfter(
  sql: Sql,
  version_id: string,
  limit: number,
  embedder: string | null,
): Promise<VersionToIndex[]> {
  return sql<VersionToIndex[]>`
    ${toIndex(sql, embedder)}
    where o.version_id > ${version_id}
    order by o.version_id
    limit ${limit}`;
}

const toIndex = (sql: Sql, embedder: string | null) => sql`
    select o.version_id, o.skill_id, o.slug, o.title, o.description, o.technologies, o.is_selected, d.terms, d.analysis, m.vector
    from listed_versions o
    join search_documents d on d.version_id = o.version_id
    left join version_meanings m on m.version_id = o.version_id and m.embedder = ${embedder}`;

export type ListedState = { version_id: string; skill_id: string; is_selected: boolean };

/** Offered versions after an id, by id, with the fields that the index must match. */
export async function listedStates(sql: Sql, version_id: string, limit: number): Promise<ListedState[]> {
  return sql<ListedState[]>`
    select o.version_id, o.skill_id, o.is_selected
    from listed_versions o
    where o.version_id > ${version_id}
    order by o.version_id
    limit ${limit}`;
}

/** The number of offered and of analysed versions. */
export async function indexCounts(sql: Sql): Promise<{ offered: number; analysed: number }> {
  const [row] = await sql<{ offered: number; analysed: number }[]>`
    select (select count(*)::int from listed_traits) as offered,
           (select count(*)::int from search_documents) as analysed`;
  return row ?? { offered: 0, analysed: 0 };
}

/**
 * Skills with an offered version that this analyser has not analysed, or an analysed version that is no longer offered.
 */
export async function skillsToAnalyse(sql: Sql, analysis_revision: number, limit: number): Promise<string[]> {
  const rows = await sql<{ skill_id: string }[]>`
    select v.skill_id
    from listed_traits o
    join skill_versions v on v.version_id = o.version_id
    where not exists (
      select from search_documents d
      where d.version_id = o.version_id and d.analysis_revision = ${analysis_revision})
    union
    select d.skill_id
    from search_documents d
    where not exists (select from listed_traits o where o.version_id = d.version_id)
    limit ${limit}`;
  return rows.map((row) => row.skill_id);
}

/** Skills whose lent question is not the one that their analyses have. */
export async function skillsWithOtherQuestions(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ skill_id: string }[]>`
    with touched as (
      select w.skill_id
      from version_voices v
      join skill_versions w on w.version_id = v.version_id
      where v.counts and v.outcome = 'resolved'
      union
      select d.skill_id
      from search_documents d
      where d.question_thread_id is not null
    )
    select distinct touched.skill_id
    from touched
    left join lateral lent_question(touched.skill_id) l on true
    join search_documents d on d.skill_id = touched.skill_id
    where d.question_thread_id is distinct from l.thread_id
    limit ${limit}`;
  return rows.map((row) => row.skill_id);
}

type VersionToEmbed = {
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
