import type { Sql } from "@/db/client";

export type StoredAnalysis = { version_id: string; analysis: Buffer };

/** The packed analyses of these versions; versions without one are omitted. */
export async function storedAnalyses(sql: Sql, version_ids: string[]): Promise<StoredAnalysis[]> {
  return sql<StoredAnalysis[]>`
    select d.version_id, d.analysis
    from search_documents d
    where d.version_id = any(${version_ids})`;
}

/** The versions whose analyses came with a later generation. */
export async function analysedBetween(sql: Sql, after: string, until: string): Promise<string[]> {
  const rows = await sql<{ version_id: string }[]>`
    select d.version_id
    from search_documents d
    where d.generation > ${after} and d.generation <= ${until}`;
  return rows.map((row) => row.version_id);
}

/** The packed analyses of selected versions, newest first, starting below a version id. */
export async function latestAnalyses(sql: Sql, before: string | null, limit: number): Promise<StoredAnalysis[]> {
  return sql<StoredAnalysis[]>`
    select d.version_id, d.analysis
    from search_documents d
    join skills s on s.selected_version_id = d.version_id
    where ${before === null ? sql`true` : sql`d.version_id < ${before}`}
    order by d.version_id desc
    limit ${limit}`;
}

/** The markdown of these versions, for excerpts; withdrawn ones are omitted. */
export async function markdownTexts(
  sql: Sql,
  version_ids: string[],
): Promise<Array<{ version_id: string; markdown: string }>> {
  return sql<Array<{ version_id: string; markdown: string }>>`
    select v.version_id, v.markdown
    from skill_versions v
    where v.version_id = any(${version_ids})
      and v.withdrawn_at is null`;
}

export type FoundVersion = { version_id: string; skill_id: string };

/**
 * Versions with any of these terms, highest term weight first: the candidates when no search engine answers. For a
 * frequent term only some of its versions are considered.
 */
export async function versionsWithTerms(
  sql: Sql,
  wanted: {
    terms: string[];
    weights: number[];
    technologies: string[] | null;
    selected: boolean;
    per_term: number;
    limit: number;
  },
): Promise<FoundVersion[]> {
  return sql<FoundVersion[]>`
    select found.version_id, found.skill_id
    from unnest(${wanted.terms}::text[], ${wanted.weights}::real[]) as wanted (term, weight)
    cross join lateral (
      select d.version_id, d.skill_id
      from search_documents d
      join skills s on s.skill_id = d.skill_id
      where d.terms @> array[wanted.term]
        and (not ${wanted.selected} or s.selected_version_id = d.version_id)
        and (${wanted.technologies}::text[] is null or exists (
              select from skill_versions v
              where v.version_id = d.version_id and v.technologies && ${wanted.technologies}::text[]))
      limit ${wanted.per_term}
    ) found
    group by found.version_id, found.skill_id
    order by sum(wanted.weight) desc, found.version_id
    limit ${wanted.limit}`;
}

export type StatisticsRow = {
  documents: string;
  title_length: string;
  description_length: string;
  headings_length: string;
  body_length: string;
  generation: string;
};

/** The sums over all analysed versions. */
export async function searchStatistics(sql: Sql): Promise<StatisticsRow> {
  const [row] = await sql<StatisticsRow[]>`
    select s.documents, s.title_length, s.description_length, s.headings_length, s.body_length, s.generation
    from search_statistics s`;
  if (!row) throw new Error("search_statistics has no row");
  return row;
}

/** The number of versions with each of these terms; terms without any are omitted. */
export async function documentsWith(sql: Sql, terms: string[]): Promise<Array<{ term: string; documents: number }>> {
  return sql<Array<{ term: string; documents: number }>>`
    select t.term, t.documents
    from search_terms t
    where t.term = any(${terms})
      and t.documents > 0`;
}

/** The most frequent terms, with the number of versions that contain them. */
export async function frequentTerms(sql: Sql, limit: number): Promise<Array<{ term: string; documents: number }>> {
  return sql<Array<{ term: string; documents: number }>>`
    select t.term, t.documents
    from search_terms t
    where t.documents > 0
    order by t.documents desc
    limit ${limit}`;
}
