import { read } from "@/db/client";
import { type OfferedRow, offeredRows, selectedRows } from "@/db/queries/search-rows";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { analysesOf } from "@/lib/search/analysed-cache";
import { type JudgedEntry, normaliseTechnology, type Verdict } from "@/lib/search/applicability";
import { type Candidates, findCandidates } from "@/lib/search/candidates";
import { excerptOf } from "@/lib/search/excerpt";
import { fittingVersions } from "@/lib/search/fitting-version";
import { currentStatistics } from "@/lib/search/load-statistics";
import { confidenceOf, LISTED_CONFIDENCE, type MatchQuality, matchQuality } from "@/lib/search/match-quality";
import { namedBy, namesExactly } from "@/lib/search/named-exactly";
import { orderHits, type Rankable } from "@/lib/search/order-hits";
import { plainTextsOf } from "@/lib/search/plain-text-cache";
import { type QueryWords, queryWords, type Statistics } from "@/lib/search/query-words";
import { scoreText, type TextScore, type Tier } from "@/lib/search/rank";

export type LibraryHit = {
  row: OfferedRow;
  /** 0 to 1, falling along the hits: how likely the hit answers. Comparable between queries. */
  score: number;
  tier: Tier;
  /** Where the query's words were found: `title`, `description`, `markdown`. */
  why: string[];
  /** The best passage of the text, plain, at most 300 characters. */
  excerpt: string | null;
  verdict: Exclude<Verdict, "incompatible">;
  entries: JudgedEntry[];
};

export type LibraryAnswer = {
  match_quality: MatchQuality;
  answered: boolean;
  /** True when Postgres found the candidates because the search engine did not. */
  degraded: boolean;
  /** Skills that match but of which no version fits the caller. */
  excluded_incompatible: number;
  hits: LibraryHit[];
};

type Input = {
  query: string;
  applicability: ApplicabilityEntry[];
  limit: number;
  /**
   * For looking around while typing: the last word may be the start of a longer one, weak matches are listed too, and
   * only the first hits get an excerpt.
   */
  browse?: { excerpts: number };
};
type Ranked = Rankable & { row: OfferedRow; entries: JudgedEntry[]; text: TextScore };

/** Skills that are read from the database for each one asked for: some fall out as withdrawn or incompatible. */
const READ_SKILLS = { least: 12, per_hit: 4 } as const;

/**
 * What the library knows about a query: at most `limit` skills, one version each (the selected one if it fits the caller,
 * else the newest that fits), best first. Stores and logs nothing. What is offered comes from Postgres alone, so a
 * stale index can miss a skill but never show one. Throws `unavailable` when the database is away; a search engine that is
 * away makes the answer `degraded`.
 */
export async function searchLibrary(input: Input): Promise<LibraryAnswer> {
  const statistics = await currentStatistics();
  const words = queryWords(input.query, statistics, { prefix: input.browse !== undefined });
  const search = {
    technologies: [...new Set(input.applicability.map((entry) => normaliseTechnology(entry.technology)))].sort(),
    selected: input.applicability.length === 0,
  };
  let candidates = await findCandidates(words, statistics, { ...search, depth: 0 });
  let found = await rankCandidates(input, words, statistics, candidates);
  if (found.ranked.length < input.limit && found.excluded > 0 && candidates.more) {
    candidates = await findCandidates(words, statistics, { ...search, depth: 1 });
    found = await rankCandidates(input, words, statistics, candidates);
  }
  return answer(input, words, found, candidates.degraded);
}

/** Scores all candidates, reads the best skills from the database, and settles which version of each is offered. */
async function rankCandidates(
  input: Input,
  words: QueryWords,
  statistics: Statistics,
  { version_ids }: Candidates,
): Promise<{ ranked: Ranked[]; excluded: number }> {
  const analyses = await analysesOf(version_ids);
  const best = [...analyses]
    .map(([version_id, version]) => ({ version_id, ...scoreText(words, version, statistics) }))
    .sort((a, b) => b.score - a.score);
  const ranked: Ranked[] = [];
  let excluded = 0;
  const size = Math.max(READ_SKILLS.least, input.limit * READ_SKILLS.per_hit);
  for (let from = 0; from === 0 || (from < best.length && ranked.length < input.limit && excluded > 0); from += size) {
    const rows = await rowsOf(input, best.slice(from, from + size), from === 0);
    const fitting = fittingVersions(rows, input.applicability, input.query);
    const missing = fitting.flatMap((fit) => (analyses.has(fit.row.version_id) ? [] : [fit.row.version_id]));
    for (const [id, version] of await analysesOf(missing)) analyses.set(id, version);
    for (const { row, judgement } of fitting) {
      if (ranked.some((other) => other.row.skill_id === row.skill_id)) continue;
      const analysed = analyses.get(row.version_id);
      const text = analysed ? scoreText(words, analysed, statistics) : NOT_ANALYSED;
      const tier = namesExactly(input.query, row) ? "exact" : text.tier;
      if (judgement.verdict !== "incompatible")
        ranked.push({ row, tier, score: text.score, verdict: judgement.verdict, entries: judgement.entries, text });
      else if (confidenceOf(words, { ...text, tier }) >= LISTED_CONFIDENCE) excluded += 1;
    }
  }
  return { ranked: orderHits(ranked), excluded };
}

/** A version published a moment ago, found by its name only. */
const NOT_ANALYSED: TextScore = { tier: "some_words", score: 0, coverage: 0, missing: 0, why: [] };

/** What is offered of these versions' skills and, the first time, of what the query names by itself. */
async function rowsOf(
  input: Input,
  best: ReadonlyArray<{ version_id: string }>,
  first: boolean,
): Promise<OfferedRow[]> {
  const named = first ? namedBy(input.query) : { skill_id: null, version_id: null, slug: null };
  if (best.length === 0 && !named.skill_id && !named.version_id && !named.slug) return [];
  const wanted = { version_ids: best.map((one) => one.version_id), ...named };
  return read((sql) => (input.applicability.length === 0 ? selectedRows(sql, wanted) : offeredRows(sql, wanted)));
}

async function answer(
  input: Input,
  words: QueryWords,
  found: { ranked: Ranked[]; excluded: number },
  degraded: boolean,
): Promise<LibraryAnswer> {
  const top = found.ranked[0];
  const confidence = top ? confidenceOf(words, { ...top.text, tier: top.tier }) : 0;
  const quality = top
    ? matchQuality(confidence, { ...top.text, tier: top.tier })
    : { match_quality: "none" as const, answered: false };
  const listed =
    quality.match_quality === "none" && !input.browse
      ? []
      : found.ranked.filter((hit) => hit.tier === "exact" || hit.score > 0).slice(0, input.limit);
  const texts = await plainTextsOf(
    listed.slice(0, input.browse?.excerpts ?? listed.length).map((hit) => hit.row.version_id),
  );
  // A version that is named by its title and not analysed yet has no score to compare with.
  const shareBehindName = (hit: Ranked) => (hit === top ? 1 : confidenceOf(words, { ...hit.text, tier: hit.tier }));
  let lowest = confidence;
  const hits = listed.map((hit) => {
    // The score falls along the order, also where a verdict or an outcome decided it.
    const share = top && top.score > 0 ? Math.min(1, hit.score / top.score) : shareBehindName(hit);
    lowest = Math.min(lowest, confidence * share);
    return {
      row: hit.row,
      score: Math.round(lowest * 1_000) / 1_000,
      tier: hit.tier,
      why:
        hit.text.why.length > 0
          ? [...new Set(hit.text.why.map((field) => (field === "headings" || field === "body" ? "markdown" : field)))]
          : ["title"],
      excerpt: excerptOf(texts.get(hit.row.version_id) ?? "", words.words),
      verdict: hit.verdict,
      entries: hit.entries,
    };
  });
  return { ...quality, degraded, excluded_incompatible: found.excluded, hits };
}
