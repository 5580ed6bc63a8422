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

export type RemovedAnalysis = { version_id: string; terms: string[]; analysis: Buffer };

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
