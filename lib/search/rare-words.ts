import type { Statistics } from "@/lib/search/query-words";
import { tokensOf } from "@/lib/search/terms";

/** Asks the database how many documents hold each of these terms; those that none holds are missing. */
export type CountTerms = (terms: string[]) => Promise<ReadonlyArray<{ term: string; documents: number }>>;

/**
 * The same statistics, with the counts of this query's words that are too rare to be in memory: else a name that one of
 * many thousand versions holds would be taken for a typing error. Asks only for words that memory does not know.
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
