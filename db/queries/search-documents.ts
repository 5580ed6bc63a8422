import type { Sql } from "@/db/client";

export type AnalysisRow = {
  version_id: string;
  skill_id: string;
  analysis_revision: number;
  question_thread_id: string | null;
  terms: string[];
  analysis: Buffer;
  plain_text: string;
  lengths: readonly [number, number, number, number];
};

/**
 * Locks the analyses for one writer until the transaction ends: the sums and counts below depend on it. Returns the
 * generation that they get by a change.
 */
export async function lockAnalyses(sql: Sql): Promise<string> {
  const [row] = await sql<{ next: string }[]>`select s.generation + 1 as next from search_statistics s for update`;
  if (!row) throw new Error("search_statistics has no row");
  return row.next;
}

type RemovedAnalysis = { version_id: string; terms: string[]; analysis: Buffer };

/** Removes the analyses of these skills' versions that are no longer offered or are about to be replaced. */
export async function removeAnalyses(
  sql: Sql,
  skill_ids: readonly string[],
  renewed_version_ids: readonly string[],
): Promise<RemovedAnalysis[]> {
  return sql<RemovedAnalysis[]>`
    delete from search_documents d
    where d.skill_id = any(${[...skill_ids]})
      and (d.version_id = any(${[...renewed_version_ids]})
           or not exists (select from listed_versions o where o.version_id = d.version_id))
    returning d.version_id, d.terms, d.analysis`;
}

/** Adds analyses of versions that are still offered and have none yet; returns the ids added. */
export async function addAnalyses(sql: Sql, rows: readonly AnalysisRow[], generation: string): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const offered = await sql<{ version_id: string }[]>`
    select o.version_id
    from listed_versions o
    where o.version_id = any(${rows.map((row) => row.version_id)})`;
  const still = new Set(offered.map((row) => row.version_id));
  const kept = rows
    .filter((row) => still.has(row.version_id))
    .map(({ lengths: _, ...row }) => ({ ...row, generation }));
  if (kept.length === 0) return new Set();
  const added = await sql<{ version_id: string }[]>`
    insert into search_documents ${sql(kept)}
    on conflict (version_id) do nothing
    returning version_id`;
  return new Set(added.map((row) => row.version_id));
}

/** Adds to (or subtracts from) the number of documents per term. Sorted, so that writers lock in one order. */
export async function addToTermCounts(sql: Sql, changes: ReadonlyMap<string, number>): Promise<void> {
  const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
  const more = sorted.filter(([, change]) => change > 0);
  const fewer = sorted.filter(([, change]) => change < 0);
  if (more.length > 0) {
    await sql`
      insert into search_terms as t (term, documents)
      select change.term, change.documents
      from unnest(${more.map(([term]) => term)}::text[], ${more.map(([, change]) => change)}::int[]) as change (term, documents)
      on conflict (term) do update
        set documents = t.documents + excluded.documents`;
  }
  if (fewer.length > 0) {
    await sql`
      update search_terms t
      set documents = greatest(0, t.documents + change.documents)
      from unnest(${fewer.map(([term]) => term)}::text[], ${fewer.map(([, change]) => change)}::int[]) as change (term, documents)
      where t.term = change.term`;
    // A term of no text any more may be all that is left of one that was erased.
    await sql`
      delete from search_terms t
      where t.documents = 0 and t.term = any(${fewer.map(([term]) => term)})`;
  }
}

/** Adds to (or subtracts from) the sums and advances the generation. */
export async function addToStatistics(
  sql: Sql,
  documents: number,
  lengths: readonly [number, number, number, number],
): Promise<void> {
  const [title, description, headings, body] = lengths;
  await sql`
    update search_statistics s
    set documents = s.documents + ${documents},
        title_length = s.title_length + ${title},
        description_length = s.description_length + ${description},
        headings_length = s.headings_length + ${headings},
        body_length = s.body_length + ${body},
        generation = s.generation + 1`;
}

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

type FoundVersion = { version_id: string; skill_id: string };

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

type StatisticsRow = {
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
