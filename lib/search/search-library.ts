import { read } from "@/db/client";
import type { ListedRow } from "@/db/queries/search-rows";
import { type StillTrue, stillTrue } from "@/db/queries/still-true";
import type { ConversationRow } from "@/db/queries/thread-search";
import type { ThreadTechnology, Verdict } from "@/lib/contract/search-answer";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { cache, makeSingleFlight } from "@/lib/platform/caches";
import { singleton } from "@/lib/platform/singleton";
import { recentIndexState } from "@/lib/search/index/analysed-cache";
import { type NothingFits, whyNothingFits } from "@/lib/search/nothing-fits";
import type { CallerEntry, JudgedEntry } from "@/lib/search/rank/applicability";
import { type Conversations, conversationsOn } from "@/lib/search/rank/conversations";
import { matchedWords } from "@/lib/search/rank/excerpt";
import { anyMatch, type MatchQuality, matchQuality, type Strength, unanswered } from "@/lib/search/rank/match-quality";
import type { TextScore, Tier } from "@/lib/search/rank/rank";
import { type Ranked, type Ranking, rankCandidates } from "@/lib/search/rank/rank-candidates";
import { type TextMatches, type TextSearch, textMatches } from "@/lib/search/rank/text-matches";

export type LibraryHit = Readonly<{
  row: ListedRow;
  /** 0 to 1, decreasing along the hits: the probability that the hit answers. Comparable between queries. */
  score: number;
  /** Whether the hit answers the query, is about it, or only shares words with it. Strong hits come first. */
  strength: Strength;
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
  /** Whether a hit is strong, and nothing that the caller gave was left unused. */
  answered: boolean;
  /** Why no hit is strong; null when one is. */
  nothing_fits: NothingFits | null;
  /** True when Postgres found the candidates because the search engine did not. */
  degraded: boolean;
  /** Skills that match but have no version that fits the caller. */
  excluded_incompatible: number;
  hits: readonly LibraryHit[];
}>;

type LibrarySearch = {
  query: string;
  applicability: CallerEntry[];
  limit: number;
  /** The caller's technologies and versions as they were named, for the reason why nothing fits. */
  named?: readonly ThreadTechnology[];
  /** Something that the caller gave was not used: no match is full then, and the library claims no answer. */
  constraintIgnored?: boolean;
  /**
   * For search as you type: the last word may be the start of a longer one, weak matches are listed too, after all
   * others, and only the first hits get an excerpt and matched words.
   */
  browse?: { excerpts: number };
};
/** How often more candidates are read when incompatible versions have used up the earlier ones. */
const REFILLS_MAX = 4;
/**
 * Hits that every search ranks, however few it returns: match quality, strengths, scores and what is counted as
 * incompatible are the same for every limit.
 */
const RANKED_MIN = 5;

/**
 * The library's results for a query: at most `limit` skills, one version each (the selected one if it fits the caller,
 * else the newest that fits), best first; weak matches only for search as you type. Everything but the number of hits is
 * the same for every limit. Stores and logs nothing. Only Postgres decides what is offered, so a stale
 * index can miss a skill but never show a withdrawn one. Throws `unavailable` when the database is away; without the
 * search engine the answer is `degraded`.
 */
export async function searchLibrary(input: LibrarySearch): Promise<LibraryAnswer> {
  return (await searchWithConversations(input, 0)).library;
}

/**
 * The same with at most `limit` public threads about the query, best first. An answer is cached and used again as far
 * as the database confirms it.
 */
export async function searchWithConversations(
  input: LibrarySearch,
  limit: number,
): Promise<{ library: LibraryAnswer; conversations: readonly ConversationRow[] }> {
  const search = textSearchOf(input);
  const key = JSON.stringify([input, limit]);
  const [matches, known] = await Promise.all([
    textMatches({ ...search, depth: 0, without: [] }),
    confirmedAnswer(key) ?? foundAnew(input.query, limit),
  ]);
  const same = known.library?.matches.deref() === matches ? known.library : null;
  const [library, conversations] = await Promise.all([
    same ?? freshLibrary(input, search, matches),
    known.conversations ?? conversationsOn(input.query, limit),
  ]);
  if (same === null || known.conversations === null) keepAnswer(key, { library, conversations });
  return { library: library.answer, conversations: conversations.rows };
}

async function foundAnew(query: string, limit: number): Promise<Confirmed> {
  return { library: null, conversations: await conversationsOn(query, limit) };
}

async function freshLibrary(
  input: LibrarySearch,
  search: Omit<TextSearch, "depth" | "without">,
  matches: TextMatches,
): Promise<KeptLibrary> {
  const { log_sequence } = await recentIndexState();
  const { answer } = await freshAnswer(input, search, matches);
  return { matches: new WeakRef(matches), answer, log_sequence };
}

/** An answer with what it was made from. */
export type Reasoned = { answer: LibraryAnswer; matches: TextMatches; ranking: Ranking };

/** The same search for an explanation: the answer is made anew. */
export async function searchWithReasons(input: LibrarySearch): Promise<Reasoned> {
  const search = textSearchOf(input);
  return freshAnswer(input, search, await textMatches({ ...search, depth: 0, without: [] }));
}

function textSearchOf(input: LibrarySearch): Omit<TextSearch, "depth" | "without"> {
  return {
    query: input.query,
    prefix: input.browse !== undefined,
    technologies: [...new Set(input.applicability.map((entry) => normaliseTechnology(entry.technology)))].sort(),
    selected: input.applicability.length === 0,
  };
}

/**
 * Builds the hits from database rows; reads more candidates when incompatible versions have used up the present ones.
 */
async function freshAnswer(
  input: LibrarySearch,
  search: Omit<TextSearch, "depth" | "without">,
  first: TextMatches,
): Promise<Reasoned> {
  let matches = first;
  const limit = Math.max(input.limit, RANKED_MIN);
  const asked = { ...input, technologies: search.technologies, limit };
  let ranking = await rankCandidates(asked, matches);
  const incompatible = new Map(ranking.incompatible);
  for (let refill = 0; refill < REFILLS_MAX && matches.more; refill += 1) {
    const known = incompatible.size;
    if (ranking.ranked.length >= limit || known === 0) break;
    matches = await textMatches({ ...search, depth: 1, without: [...incompatible.keys()] });
    ranking = await rankCandidates(asked, matches);
    for (const [skill_id, one] of ranking.incompatible) incompatible.set(skill_id, one);
    if (incompatible.size === known) break;
  }
  ranking = { ...ranking, incompatible };
  return { answer: await answerFrom(input, matches, ranking), matches, ranking };
}

async function answerFrom(input: LibrarySearch, matches: TextMatches, ranking: Ranking): Promise<LibraryAnswer> {
  const { ranked, incompatible } = ranking;
  const [top] = ranked;
  const { missing, lead } = top?.text ?? { missing: 0, lead: 0 };
  const best = { missing, lead, tier: top?.tier ?? ("some_words" as const) };
  const rated = matchQuality(top?.confidence ?? 0, best, anyMatch(ranked));
  const quality = input.constraintIgnored ? unanswered(rated) : rated;
  const matching = (one: { strength: Strength }) => one.strength !== "weak";
  const isListed = (hit: Ranked) => (input.browse ? hit.tier === "exact" || hit.score > 0 : matching(hit));
  const listed = ranked.filter(isListed).slice(0, input.limit);
  const shown = listed.slice(0, input.browse?.excerpts ?? listed.length);
  const excerpts = await matches.excerptsOf(shown.map(({ row }) => row.version_id));
  const marked = new Map(
    shown.map(({ row }) => {
      const texts = [row.title, row.description, excerpts.get(row.version_id) ?? ""];
      return [row.version_id, matchedWords(texts, matches.words.words)] as const;
    }),
  );
  let lowest = 1;
  const hits = listed.map((hit) => {
    // The score decreases along the order, also where a verdict or an outcome decided it.
    lowest = Math.min(lowest, hit.confidence);
    return {
      row: hit.row,
      score: Math.round(lowest * 1_000) / 1_000,
      strength: hit.strength,
      tier: hit.tier,
      why: whyOf(hit),
      excerpt: excerpts.get(hit.row.version_id) ?? null,
      matched_words: marked.get(hit.row.version_id) ?? [],
      verdict: hit.verdict,
      entries: hit.entries,
    };
  });
  const excluded_incompatible = [...incompatible.values()].filter(matching).length;
  const nothing_fits =
    top?.strength === "strong" || input.browse
      ? null
      : await whyNothingFits(
          { entries: input.applicability.filter(({ implied }) => !implied), named: input.named ?? [] },
          { ranked, incompatible },
        );
  return { ...quality, nothing_fits, degraded: matches.degraded, excluded_incompatible, hits };
}

function whyOf({ text, tier }: Ranked): string[] {
  if (tier === "near_in_meaning") return [...fieldsOf(text), "meaning"];
  return text.why.length === 0 ? ["title"] : fieldsOf(text);
}

function fieldsOf(text: TextScore): string[] {
  return [...new Set(text.why.map((field) => (field === "headings" || field === "body" ? "markdown" : field)))];
}

const KEPT_BYTES_MAX = 16_000_000;
const BYTES_PER_HIT = 6_000;
const BYTES_PER_CONVERSATION = 1_500;
/** Answers of a whole directory are too large to cache. */
const HITS_MAX = 50;
/** Matches are kept no longer either, and what a transaction commits more than a second late shows after this. */
const KEPT_MS = 60_000;

/**
 * A library's answer and what it was made from. `log_sequence` is the publish log's, read before it was made. The
 * matches hold on to statistics, which are large, so they are not kept for this.
 */
type KeptLibrary = { matches: WeakRef<TextMatches>; answer: LibraryAnswer; log_sequence: string };
/** The parts of a cached answer that are still true. The library's holds for the same matches only. */
type Confirmed = { library: KeptLibrary | null; conversations: Conversations | null };
type Kept = { library: KeptLibrary; conversations: Conversations; until: number };

const answers = () => cache<Kept>("search-answers", KEPT_BYTES_MAX, bytesOf);

/** By number, because weighing each answer would take longer than keeping it. */
function bytesOf({ library, conversations }: Kept): number {
  return library.answer.hits.length * BYTES_PER_HIT + conversations.rows.length * BYTES_PER_CONVERSATION;
}

/**
 * The cached answer under this key, as far as the database confirms it with one statement: of the library, nothing has
 * been published, selected, reviewed or withdrawn since, each hit is still offered, and its outcomes are the same; of
 * the conversations, each is visible and unchanged, and no other thread about the query has a new message. Null without
 * a cached answer.
 */
function confirmedAnswer(key: string): Promise<Confirmed> | null {
  const kept = answers().get(key);
  if (!kept || Date.now() > kept.until) return null;
  const asking = singleton("search-still-true", () => makeSingleFlight<Confirmed>());
  return asking(key, () => confirm(kept));
}

async function confirm(kept: Kept): Promise<Confirmed> {
  const { library, conversations } = kept;
  const version_ids = library.answer.hits.map(({ row }) => row.version_id);
  const now = await read((sql) => stillTrue(sql, version_ids, conversations.basis));
  const isSame = now.log_sequence === library.log_sequence && isOffered(library.answer, now);
  const basis = conversations.basis && { ...conversations.basis, at: now.at };
  const isUnchanged = areUnchanged(conversations, now);
  // The next confirmation looks only at the threads that were active since this one.
  if (isUnchanged) kept.conversations = { ...conversations, basis };
  return { library: isSame ? library : null, conversations: isUnchanged ? kept.conversations : null };
}

/** Caches a short answer for a minute. */
function keepAnswer(key: string, answer: Omit<Kept, "until">): void {
  if (answer.library.answer.hits.length > HITS_MAX || !answer.conversations.isKept) return;
  answers().set(key, { ...answer, until: Date.now() + KEPT_MS });
}

function isOffered({ hits }: LibraryAnswer, now: StillTrue): boolean {
  const offered = new Map(now.offered.map((row) => [row.version_id, row]));
  return hits.every(({ row }) => {
    const current = offered.get(row.version_id);
    return (
      current !== undefined &&
      current.outcomes_resolved === row.outcomes_resolved &&
      current.outcomes_partial === row.outcomes_partial &&
      current.outcomes_failed === row.outcomes_failed &&
      current.outcomes_connections === row.outcomes_connections &&
      current.outcomes_anonymous === row.outcomes_anonymous
    );
  });
}

function areUnchanged({ rows, basis }: Conversations, now: StillTrue): boolean {
  if (basis === null) return true;
  const revisions = new Map(now.visible?.map((row) => [row.thread_id, row.revision]));
  return now.touched === false && rows.every((row) => revisions.get(row.thread_id) === row.revision);
}
