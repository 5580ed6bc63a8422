import { read } from "@/db/client";
import { versionsWithTerms } from "@/db/queries/search-documents";
import { askEngine, type EngineQuery } from "@/lib/search/engine/engine";
import { type QueryWord, type QueryWords, rarity, type Statistics } from "@/lib/search/query/query-words";

type Candidates = {
  /** Version ids, in undefined order. */
  version_ids: string[];
  /** True when Postgres found them because the search engine did not answer. */
  degraded: boolean;
  /** True when a deeper search may find more. */
  more: boolean;
};

type CandidateSearch = {
  /** Normalised technology names; versions that name one are also searched. Never raw input. */
  technologies: readonly string[];
  /** Only selected versions; else any offered version, one per skill. */
  selected: boolean;
  /** 0 at first; 1 searches deeper, when incompatible versions have used up the first candidates. */
  depth: 0 | 1;
  /** Skills known not to fit, by our own ids. Only the search engine excludes them. */
  without: readonly string[];
};

/**
 * Sliding windows over the words by importance: w1 w2 w3, then w2 w3 w4, … each queried as "these, or at least the
 * first ones".
 */
export const WINDOWS = { windows: 6, words: 3 } as const;
/** Extra words, searched only among the versions that name a technology of the caller. */
const NAMED_WORDS = 3;
export const HITS = [40, 200] as const;

/**
 * The versions that may answer a query: cheap, and complete rather than precise. From the search engine when it answers
 * in time, else from Postgres. `fresh` are the versions that the engine may not have indexed yet, read before this call:
 * a list read later lacks a version that the engine indexes between its answer and that read.
 */
export async function findCandidates(
  words: QueryWords,
  statistics: Statistics,
  search: CandidateSearch,
  fresh: readonly string[],
): Promise<Candidates> {
  const important = words.words.filter((word) => word.known).sort((a, b) => b.importance - a.importance);
  // An unknown word may be newer than the statistics.
  const asked = (important.length > 0 ? important : [...words.words]).concat(
    words.words.filter((word) => !word.known && !word.ordinary).slice(0, 1),
  );
  return searchEngine(asked, statistics, search, fresh);
}

async function searchEngine(
  words: readonly QueryWord[],
  statistics: Statistics,
  search: CandidateSearch,
  fresh: readonly string[],
): Promise<Candidates> {
  if (words.length === 0) return { version_ids: [], degraded: false, more: false };
  const limit = HITS[search.depth];
  const answers = await askEngine(engineQueries(words, statistics, search, limit));
  if (answers === null) return { ...(await candidatesFromPostgres(words, statistics, search)), degraded: true };
  return {
    version_ids: [...new Set([...answers.flat(), ...fresh])],
    degraded: false,
    more: answers.some((ids) => ids.length >= limit),
  };
}

function engineQueries(
  words: readonly QueryWord[],
  statistics: Statistics,
  search: CandidateSearch,
  limit: number,
): EngineQuery[] {
  const spelt = words.map((word) => spelling(word, statistics));
  const common = { limit, ...(search.selected ? {} : { distinct: "skill_id" }) };
  const filter = search.selected ? ["is_selected = true"] : [];
  if (search.without.length > 0)
    filter.push(`skill_id NOT IN [${search.without.map((skill_id) => JSON.stringify(skill_id)).join(", ")}]`);
  const { windows, words: size } = WINDOWS;
  const queries: EngineQuery[] = Array.from({ length: Math.min(windows, spelt.length) }, (_, start) => ({
    q: spelt.slice(start, start + size).join(" "),
    ...common,
    filter,
  }));
  if (search.technologies.length === 0) return queries;
  const named = `technologies IN [${search.technologies.map((name) => JSON.stringify(name)).join(", ")}]`;
  return [...queries, { q: spelt.slice(0, NAMED_WORDS).join(" "), ...common, filter: [...filter, named] }];
}

/** The index's spelling of a word: the word itself, or for a typing error the closest known term. */
function spelling(word: QueryWord, statistics: Statistics): string {
  if (statistics.documentsWith(word.term) > 0) return word.term;
  const known = word.variants
    .filter((variant) => variant.terms.every((term) => statistics.documentsWith(term) > 0))
    .sort((a, b) => b.weight - a.weight)[0];
  return known?.terms.join(" ") ?? word.term;
}

const WORDS_MAX = 6;
const TERMS_PER_WORD = 3;
const PER_TERM = [120, 600] as const;
const LIMIT = [150, 600] as const;

/**
 * Candidates without a search engine: versions with the most important words or their variants, found through the index
 * over terms. Slower than the engine on common words, so rare words come first.
 */
async function candidatesFromPostgres(
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
