import type { Statistics } from "@/lib/search/query/query-words";
import { tokensOf } from "@/lib/search/query/terms";

/** Reads from the database how many documents contain each of these terms; terms without any are omitted. */
export type CountTerms = (terms: string[]) => Promise<ReadonlyArray<{ term: string; documents: number }>>;

/**
 * The same statistics plus the counts of the query's words that are too rare to be in memory: otherwise a name that
 * occurs in one of many thousand versions would be taken for a typing error. Queries only words unknown to memory.
 */
export async function withRareWords(statistics: Statistics, query: string, count: CountTerms): Promise<Statistics> {
  if (statistics.isWhole) return statistics;
  const terms = new Set(tokensOf(query).flatMap(({ term, parts }) => [term, ...parts]));
  const unknown = [...terms].filter((term) => statistics.documentsWith(term) === 0);
  if (unknown.length === 0) return statistics;
  const rare = new Map((await count(unknown)).map(({ term, documents }) => [term, documents]));
  if (rare.size === 0) return statistics;
  return { ...statistics, documentsWith: (term) => rare.get(term) ?? statistics.documentsWith(term) };
}
