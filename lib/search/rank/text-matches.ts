import { read } from "@/db/client";
import { documentsWith } from "@/db/queries/search-documents";
import { cache } from "@/lib/platform/caches";
import { singleton } from "@/lib/platform/singleton";
import { analysesOf, recentIndexState } from "@/lib/search/index/analysed-cache";
import type { AnalysedVersion } from "@/lib/search/query/analyse-version";
import { type QueryWords, queryWords, type Statistics, withRareWords } from "@/lib/search/query/query-words";
import { findCandidates } from "@/lib/search/rank/candidates";
import { excerptOf, searchedTexts } from "@/lib/search/rank/excerpt";
import { nearestByMeaning } from "@/lib/search/rank/nearest";
import { byTextFirst, scoreText, type TextScore } from "@/lib/search/rank/rank";
import { currentStatistics } from "@/lib/search/rank/statistics";

export type TextSearch = {
  query: string;
  /** The last word may be the start of a longer one. Queries typed letter by letter are not sent to an embedder. */
  prefix: boolean;
  /** Normalised names, sorted. */
  technologies: readonly string[];
  selected: boolean;
  depth: 0 | 1;
  /** Skills known not to fit. */
  without: readonly string[];
};

export type TextMatches = Readonly<{
  words: QueryWords;
  documents: number;
  /** What the words were weighed and the versions scored by. */
  statistics: Statistics;
  /** Candidate versions scored only by text, best first; they may turn out not to be offered. */
  best: ReadonlyArray<{ version_id: string; text: TextScore }>;
  degraded: boolean;
  /** True when a deeper search may find more. */
  more: boolean;
  /** Versions that an embedder finds semantically near, each with its nearness, 0 to 1. */
  near: ReadonlyMap<string, number>;
  /** The text scores of given versions; versions without an analysis are omitted. */
  textsOf(version_ids: readonly string[]): Promise<Map<string, TextScore>>;
  /** The best passages of these versions for the query. */
  excerptsOf(version_ids: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
}>;

/**
 * How long matches may be reused: while the index changes, and while it does not. Their rows are read from the database
 * each time.
 */
const KEPT_MS = 500;
const KEPT_UNCHANGED_MS = 60_000;
const KEPT_BYTES_MAX = 32_000_000;
/** The words of a question with their variants, and the score of one candidate. */
const BYTES_PER_SEARCH = 20_000;
const BYTES_PER_SCORE = 400;
/** Candidates below this place are never read. */
const BEST_MAX = 1_000;

type Found = TextMatches & { complete: boolean };
type Kept = Readonly<{ at: number; epoch: number; found: Found | Promise<Found> }>;

/**
 * The scored versions whose text matches a query. Equal searches share one result, also while it is being computed: for
 * half a second, and for a minute while neither the index nor the library's statistics change. Deeper searches are rare
 * and not cached, and results without the search engine or the embedder are cached for the half second only.
 */
export async function textMatches(search: TextSearch): Promise<TextMatches> {
  const [statistics, { epoch, fresh }] = await Promise.all([currentStatistics(), recentIndexState()]);
  if (search.depth > 0) return match(search, statistics, fresh);
  const kept = keptUnder(statistics);
  const query = search.query.replace(/\s+/g, " ").trim();
  const key = JSON.stringify([query, search.prefix, search.technologies, search.selected]);
  const here = kept.get(key);
  if (here) {
    const age = Date.now() - here.at;
    if (age < KEPT_MS || (age < KEPT_UNCHANGED_MS && here.epoch === epoch)) return here.found;
  }
  const found = match(search, statistics, fresh);
  const mine: Kept = { at: Date.now(), epoch, found };
  kept.set(key, mine);
  found.then(
    (made) => {
      // The value in place of its promise, which in older versions of Node holds on to the request that made it.
      if (kept.get(key) === mine)
        kept.set(key, { ...mine, found: made, epoch: made.degraded || !made.complete ? -1 : epoch });
    },
    () => kept.delete(key),
  );
  return found;
}

/** Matches under these statistics. They hold on to theirs, which are large, so those under earlier ones are dropped. */
function keptUnder(statistics: Statistics) {
  const matches = cache<Kept>("search-matches", KEPT_BYTES_MAX, bytesOf);
  const under = singleton("search-matches-under", () => ({ statistics }));
  if (under.statistics !== statistics) matches.clear();
  under.statistics = statistics;
  return matches;
}

/** By number, because weighing each score would take a twentieth of a search. The statistics are held for others. */
function bytesOf({ found }: Kept): number {
  return BYTES_PER_SEARCH + (found instanceof Promise ? 0 : found.best.length * BYTES_PER_SCORE);
}

async function match(search: TextSearch, statistics: Statistics, fresh: readonly string[]): Promise<Found> {
  const known = await withRareWords(statistics, search.query, (terms) => read((sql) => documentsWith(sql, terms)));
  const words = queryWords(search.query, known, { prefix: search.prefix });
  const isFirst = search.depth === 0 && !search.prefix;
  const [{ version_ids, degraded, more }, { near, complete }] = await Promise.all([
    findCandidates(words, known, search, fresh),
    isFirst ? nearestByMeaning(search.query, search.selected) : { near: new Map<string, number>(), complete: true },
  ]);
  const scored = new Map<string, TextScore>();
  const excerpts = new Map<string, string | null>();
  const score = (version_id: string, version: AnalysedVersion) => {
    const text = scoreText(words, version, known);
    scored.set(version_id, text);
    return { version_id, text };
  };
  const best: Array<{ version_id: string; text: TextScore }> = [];
  for (const [version_id, version] of await analysesOf(version_ids)) best.push(score(version_id, version));
  best.sort((a, b) => byTextFirst(a.text, b.text));
  return {
    words,
    documents: statistics.documents,
    statistics: known,
    best: best.slice(0, BEST_MAX),
    degraded,
    more,
    near,
    complete,
    async excerptsOf(wanted) {
      const missing = wanted.filter((version_id) => !excerpts.has(version_id));
      if (missing.length > 0)
        for (const [version_id, text] of await searchedTexts(missing))
          excerpts.set(version_id, excerptOf(text, words.words));
      return excerpts;
    },
    async textsOf(wanted) {
      const missing = wanted.filter((version_id) => !scored.has(version_id));
      if (missing.length > 0) for (const [version_id, version] of await analysesOf(missing)) score(version_id, version);
      return new Map(
        wanted.flatMap((version_id) => {
          const text = scored.get(version_id);
          return text ? [[version_id, text] as const] : [];
        }),
      );
    },
  };
}
