import type { ListedRow } from "@/db/queries/search-rows";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { keepAnswer, keptAnswer } from "@/lib/search/answer-cache";
import { recentIndexState } from "@/lib/search/index/recent-index-state";
import { type JudgedEntry, normaliseTechnology, type Verdict } from "@/lib/search/rank/applicability";
import { MEANING_CONFIDENCE_MAX } from "@/lib/search/rank/boost-semantic-matches";
import {
  confidenceOf,
  LISTED_CONFIDENCE,
  type MatchQuality,
  matchQuality,
  unanswered,
} from "@/lib/search/rank/match-quality";
import { matchedWords } from "@/lib/search/rank/matched-words";
import type { TextScore, Tier } from "@/lib/search/rank/rank";
import { type Ranked, type Ranking, rankCandidates } from "@/lib/search/rank/rank-candidates";
import { type TextMatches, type TextSearch, textMatches } from "@/lib/search/rank/text-matches";

export type LibraryHit = Readonly<{
  row: ListedRow;
  /** 0 to 1, decreasing along the hits: the probability that the hit answers. Comparable between queries. */
  score: number;
  tier: Tier;
  /** Where the query's words were found: `title`, `description`, `markdown`; `meaning` when an embedder found it. */
  why: string[];
  /** The best passage of the text, plain, at most 300 characters. */
  excerpt: string | null;
  /** The words of title, description and excerpt that the query matched, as written. */
  matched_words: string[];
  verdict: Exclude<Verdict, "incompatible">;
  entries: JudgedEntry[];
}>;

/** Equal searches share an answer: nobody changes it. */
export type LibraryAnswer = Readonly<{
  match_quality: MatchQuality;
  answered: boolean;
  /** True when Postgres found the candidates because the search engine did not. */
  degraded: boolean;
  /** Skills that match but have no version that fits the caller. */
  excluded_incompatible: number;
  hits: readonly LibraryHit[];
}>;

type Input = {
  query: string;
  applicability: ApplicabilityEntry[];
  limit: number;
  /** Something that the caller gave was not used: no match is full then, and the library claims no answer. */
  constraintIgnored?: boolean;
  /**
   * For search as you type: the last word may be the start of a longer one, weak matches are listed too, and only the
   * first hits get an excerpt and matched words.
   */
  browse?: { excerpts: number };
};
/** How often more candidates are read when incompatible versions have used up the earlier ones. */
const REFILLS_MAX = 4;

/**
 * The library's results for a query: at most `limit` skills, one version each (the selected one if it fits the caller,
 * else the newest that fits), best first. Stores and logs nothing. Only Postgres decides what is offered, so a stale
 * index can miss a skill but never show a withdrawn one. Throws `unavailable` when the database is away; without the
 * search engine the answer is `degraded`.
 */
export async function searchLibrary(input: Input): Promise<LibraryAnswer> {
  const search = {
    query: input.query,
    prefix: input.browse !== undefined,
    technologies: [...new Set(input.applicability.map((entry) => normaliseTechnology(entry.technology)))].sort(),
    selected: input.applicability.length === 0,
  };
  const first = await textMatches({ ...search, depth: 0, without: [] });
  const key = JSON.stringify([input.query, input.applicability, input.limit, input.browse, input.constraintIgnored]);
  const kept = await keptAnswer(first, key);
  if (kept) return kept;
  const { log_sequence } = await recentIndexState();
  const answer = await freshAnswer(input, search, first);
  keepAnswer(first, key, { answer, log_sequence });
  return answer;
}

/**
 * Builds the hits from database rows; reads more candidates when incompatible versions have used up the present ones.
 */
async function freshAnswer(
  input: Input,
  search: Omit<TextSearch, "depth" | "without">,
  first: TextMatches,
): Promise<LibraryAnswer> {
  let matches = first;
  let ranking = await rankCandidates(input, matches);
  const incompatible = new Map(ranking.incompatible);
  for (let refill = 0; refill < REFILLS_MAX && matches.more; refill += 1) {
    const known = incompatible.size;
    if (ranking.ranked.length >= input.limit || known === 0) break;
    matches = await textMatches({ ...search, depth: 1, without: [...incompatible.keys()] });
    ranking = await rankCandidates(input, matches);
    for (const [skill_id, matching] of ranking.incompatible) incompatible.set(skill_id, matching);
    if (incompatible.size === known) break;
  }
  return answerFrom(input, matches, { ...ranking, incompatible });
}

async function answerFrom(input: Input, matches: TextMatches, ranking: Ranking): Promise<LibraryAnswer> {
  const { ranked, incompatible, surroundings } = ranking;
  const byWords = (hit: Ranked) => confidenceOf(matches.words, { ...hit.text, tier: hit.tier }, surroundings);
  const confidence = (hit: Ranked) => Math.max(byWords(hit), meaningConfidence(hit, matches));
  const top = ranked[0];
  const best = top ? confidence(top) : 0;
  const rated = matchQuality(best, {
    missing: top?.text.missing ?? 0,
    lead: top?.text.lead ?? 0,
    tier: top?.tier ?? "some_words",
  });
  const quality = input.constraintIgnored ? unanswered(rated) : rated;
  // Where words find nothing, only semantic matches are listed.
  const isWordless = top?.tier === "near_in_meaning" && !ranked.some((hit) => byWords(hit) >= LISTED_CONFIDENCE);
  const isShown = (hit: Ranked) =>
    hit.tier === "exact" || (hit.score > 0 && (!isWordless || hit.tier === "near_in_meaning"));
  const listed = quality.match_quality === "none" && !input.browse ? [] : ranked.filter(isShown).slice(0, input.limit);
  const shown = listed.slice(0, input.browse?.excerpts ?? listed.length);
  const excerpts = await matches.excerptsOf(shown.map(({ row }) => row.version_id));
  const marked = new Map(
    shown.map(({ row }) => {
      const texts = [row.title, row.description, excerpts.get(row.version_id) ?? ""];
      return [row.version_id, matchedWords(texts, matches.words.words)] as const;
    }),
  );
  let lowest = best;
  const hits = listed.map((hit) => {
    // The score decreases along the order, also where a verdict or an outcome decided it. A version matched by its
    // title that has no analysis yet has no score to compare.
    const share = top && top.score > 0 ? Math.min(1, hit.score / top.score) : hit === top ? 1 : confidence(hit);
    lowest = Math.min(lowest, best * share);
    return {
      row: hit.row,
      score: Math.round(lowest * 1_000) / 1_000,
      tier: hit.tier,
      why: whyOf(hit),
      excerpt: excerpts.get(hit.row.version_id) ?? null,
      matched_words: marked.get(hit.row.version_id) ?? [],
      verdict: hit.verdict,
      entries: hit.entries,
    };
  });
  const excluded_incompatible = [...incompatible.values()].filter(Boolean).length;
  return { ...quality, degraded: matches.degraded, excluded_incompatible, hits };
}

/** The score of a purely semantic match: below the threshold for answers. */
function meaningConfidence({ tier, row }: Ranked, { near }: TextMatches): number {
  return tier === "near_in_meaning" ? MEANING_CONFIDENCE_MAX * (near.get(row.version_id) ?? 0) : 0;
}

function whyOf({ text, tier }: Ranked): string[] {
  if (tier === "near_in_meaning") return [...fieldsOf(text), "meaning"];
  return text.why.length === 0 ? ["title"] : fieldsOf(text);
}

function fieldsOf(text: TextScore): string[] {
  return [...new Set(text.why.map((field) => (field === "headings" || field === "body" ? "markdown" : field)))];
}
