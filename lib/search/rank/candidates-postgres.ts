import { read } from "@/db/client";
import { versionsWithTerms } from "@/db/queries/search-documents";
import { type QueryWord, rarity, type Statistics } from "@/lib/search/query/query-words";
import type { CandidateSearch, Candidates } from "@/lib/search/rank/candidates";

const WORDS_MAX = 6;
const TERMS_PER_WORD = 3;
const PER_TERM = [120, 600] as const;
const LIMIT = [150, 600] as const;

/**
 * Candidates without a search engine: versions with the most important words or their variants, found through the index
 * over terms. Slower than the engine on common words, so rare words come first.
 */
export async function candidatesFromPostgres(
  words: readonly QueryWord[],
  statistics: Statistics,
  search: CandidateSearch,
): Promise<Omit<Candidates, "degraded">> {
  const weights = new Map<string, number>();
  for (const word of words.slice(0, WORDS_MAX)) {
    const variants = word.variants.toSorted((a, b) => b.importance - a.importance).slice(0, TERMS_PER_WORD);
    for (const { terms, importance } of variants) {
      const rarest = terms.toSorted((a, b) => rarity(b, statistics) - rarity(a, statistics))[0];
      if (rarest !== undefined) weights.set(rarest, Math.max(importance, weights.get(rarest) ?? 0));
    }
  }
  const limit = LIMIT[search.depth];
  const find = (technologies: string[] | null) =>
    read((sql) =>
      versionsWithTerms(sql, {
        terms: [...weights.keys()],
        weights: [...weights.values()],
        technologies,
        selected: search.selected,
        per_term: PER_TERM[search.depth],
        limit,
      }),
    );
  const [all, named] = await Promise.all([
    find(null),
    search.technologies.length > 0 ? find([...search.technologies]) : [],
  ]);
  return {
    version_ids: [...new Set([...all, ...named].map((row) => row.version_id))],
    // Each term contributes only some of its versions, the same ones when the terms occur together.
    more: search.depth === 0 && all.length >= Math.min(limit, PER_TERM[search.depth]),
  };
}
