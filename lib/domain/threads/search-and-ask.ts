import { databaseLoad, write } from "@/db/client";
import { addCampaignCounts, type CampaignCount } from "@/db/queries/figures";
import { insertThread } from "@/db/queries/open-thread";
import type { InputOf } from "@/lib/contract/endpoint";
import { APPEND_KEY_DAYS } from "@/lib/contract/primitives";
import {
  type searchPost as contract,
  RESULTS_DEFAULT,
  type SearchAnswer,
  type SearchResult,
} from "@/lib/contract/public/search";
import { commitOnce } from "@/lib/domain/commit-once";
import { requirePublicTexts, riskLabelsOf } from "@/lib/domain/connections/require-public-texts";
import { type Answered, type Context, openingNetwork } from "@/lib/domain/context";
import { presentOutcomes, presentReview } from "@/lib/domain/present/version";
import { withContent } from "@/lib/domain/skills/version-texts";
import { newAppendKey, presentAppendKey, withAppendKey } from "@/lib/domain/threads/append-key";
import { similarThreads } from "@/lib/domain/threads/posts";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { singleton } from "@/lib/platform/singleton";
import { listedUrl, threadUrl, versionAddresses } from "@/lib/platform/urls";
import { type Asked, askedOf } from "@/lib/search/asked/read-asked";
import { libraryReply } from "@/lib/search/library-reply";
import { nothingFitsInWords } from "@/lib/search/nothing-fits";
import { type LibraryAnswer, type LibraryHit, searchLibrary } from "@/lib/search/search-library";

type Input = InputOf<typeof contract>;

/** What the thread adds to the JSON of an answer. */
const THREAD_CHARACTERS = 600;

/**
 * Searches the library and opens a public thread with the question: `answered` when the library has an answer, else
 * `open`. The thread is stored before this returns. With `preview`, and for read-only requests
 * (`ctx.read_only_because`), it opens and stores nothing. While the database stores nothing, a GET without an
 * Idempotency-Key is answered without a thread, and the answer says so; every other search is `unavailable`. Throws
 * `unsafe_text`, `rate_limited`. With `about_skill_id`, the thread is linked to that skill.
 */
export async function searchAndAsk(
  ctx: Context,
  input: Input,
  carrier: "query" | "body" = "query",
  about_skill_id: string | null = null,
): Promise<Answered<SearchAnswer>> {
  const readOnly = ctx.read_only_because ?? (input.preview ? "This was a preview." : null);
  const place = (field: string) => (carrier === "query" ? { parameter: field } : { pointer: `/${field}` });
  await requirePublicTexts(
    ctx,
    [
      { ...place("q"), text: input.q },
      ...(input.technology ? [{ ...place("technology"), text: input.technology }] : []),
      ...(input.version ? [{ ...place("version"), text: input.version }] : []),
    ],
    { looking: readOnly !== null },
  );
  if (!readOnly) await ctx.spendToStore();
  const { technology, version, q: query } = input;
  const asked = await askedOf({ technology, version, query });
  const { entries: applicability, technologies: named, constraintIgnored } = asked;
  const [library, similar] = await Promise.all([
    searchLibrary({ query, applicability, named, constraintIgnored, limit: input.limit ?? RESULTS_DEFAULT }),
    similarThreads(query),
  ]);
  const answer: SearchAnswer = {
    data: {
      query: input.q,
      canonical_url: null,
      status: library.answered ? "answered" : "open",
      match_quality: library.match_quality,
      nothing_fits: library.nothing_fits,
      search_note: noteOf(library, asked, readOnly),
      degraded: library.degraded,
      thread: null,
      results: library.hits.map(presentHit),
      similar_threads: similar.map((row) => ({ ...row, canonical_url: threadUrl(row.thread_id) })),
      excluded: { incompatible: library.excluded_incompatible },
      warnings: asked.warnings,
    },
  };
  if (input.include) {
    const characters = JSON.stringify(answer).length + (readOnly ? 0 : THREAD_CHARACTERS);
    answer.data.results = await withContent(answer.data.results, (result) => result, characters);
  }
  if (readOnly) return { answer };
  countCampaign(input);
  try {
    return await openThread(ctx, input, asked, library, answer, about_skill_id);
  } catch (error) {
    if (carrier === "body" || ctx.idempotency || !isNotStored(error)) throw error;
    const search_note = noteOf(library, asked, "The database stores nothing just now. Search again later to open one.");
    return { answer: { data: { ...answer.data, search_note, degraded: true } } };
  }
}

/** The database answers, but accepts no writes or has no room. */
function isNotStored(error: unknown): boolean {
  return error instanceof Problem && error.code === "unavailable" && databaseLoad().writes !== null;
}

async function openThread(
  ctx: Context,
  input: Input,
  asked: Asked,
  library: LibraryAnswer,
  answer: SearchAnswer,
  about_skill_id: string | null,
): Promise<Answered<SearchAnswer>> {
  const thread_id = newId("thr");
  const { key, hash, nonce } = newAppendKey(thread_id);
  return commitOnce<SearchAnswer>(ctx, {
    oneStatement: true,
    effect: async (sql) => {
      const { expires_at } = await insertThread(sql, {
        thread_id,
        title: input.q,
        status: answer.data.status,
        opened_by_connection_id: null,
        technologies: threadTechnologies(asked, library),
        asked_technologies: asked.technologies,
        opened_network: openingNetwork(ctx.client),
        about_skill_id,
        offered_version_ids: answer.data.results.map((result) => result.version_id),
        opening_message_id: newId("msg"),
        opening: input.q,
        risk_labels: riskLabelsOf([input.q]),
        library: library.answered ? libraryReply(library.hits) : null,
        append_key: { hash, nonce, days: APPEND_KEY_DAYS },
      });
      const thread = {
        thread_id,
        ...presentAppendKey(thread_id, key, expires_at),
        technologies: asked.technologies,
      };
      return { data: { ...answer.data, canonical_url: threadUrl(thread_id), thread } };
    },
    redact: ({ data }) => ({ data: { ...data, thread: data.thread && { ...data.thread, append_key: "" } } }),
    restore: async (sql, stored) => {
      const { data } = stored as SearchAnswer;
      return { data: { ...data, thread: data.thread && (await withAppendKey(sql, data.thread)) } };
    },
  });
}

/** The technologies of the question, else those of the best answer: the filter of the open-questions board. */
export function threadTechnologies({ names }: Asked, library: LibraryAnswer | undefined): string[] {
  if (names.length > 0) return names;
  return library?.answered ? (library.hits[0]?.row.technologies ?? []) : [];
}

function presentHit(hit: LibraryHit): SearchResult {
  const { row } = hit;
  return {
    skill_id: row.skill_id,
    version_id: row.version_id,
    title: row.title,
    description: row.description,
    canonical_url: listedUrl(row),
    ...versionAddresses(row),
    applicability: row.applicability,
    verdict: hit.verdict,
    score: hit.score,
    strength: hit.strength,
    why: hit.why,
    excerpt: hit.excerpt,
    matched_words: hit.matched_words,
    review: presentReview(row),
    outcomes: presentOutcomes(row),
  };
}

function noteOf(library: LibraryAnswer, { warnings }: Asked, readOnly: string | null): string {
  const { nothing_fits, hits } = library;
  const found = nothing_fits
    ? nothingFitsInWords(nothing_fits, hits.length > 0)
    : library.answered
      ? "The library has an answer."
      : "The library may have an answer, but something that you named was not used: see warnings.";
  const language = warnings.filter(({ code }) => code === "language").map(({ detail }) => ` ${detail}`);
  const engine = library.degraded ? " The search engine is away: these results come from the database." : "";
  if (readOnly) return `${found}${language.join("")}${engine} No thread was opened: ${readOnly}`;
  const next = library.answered
    ? "Try it, then report the outcome in your thread with the append key."
    : "Your question stays open as a public thread: poll replies_url for answers, and report what worked.";
  return `${found}${language.join("")}${engine} ${next}`;
}

/** More distinct campaigns than this between two writes are not counted, because anyone can invent parameters. */
const DISTINCT_MAX = 1_000;

type Parameters = {
  utm_source?: string | undefined;
  utm_medium?: string | undefined;
  utm_campaign?: string | undefined;
};

const counts = () => singleton("campaign-counts", () => new Map<string, CampaignCount>());

/** Counts one search under its tracking parameters, in memory; `flushCampaigns` writes them. */
function countCampaign({ utm_source = "", utm_medium = "", utm_campaign = "" }: Parameters): void {
  if (!utm_source && !utm_medium && !utm_campaign) return;
  const day = new Date().toISOString().slice(0, 10);
  const key = JSON.stringify([day, utm_source, utm_medium, utm_campaign]);
  const known = counts().get(key);
  if (known) known.searches += 1;
  else if (counts().size < DISTINCT_MAX) counts().set(key, { day, utm_source, utm_medium, utm_campaign, searches: 1 });
}

/** Adds the counts since the last call to the day's totals. On failure they are kept for the next call. */
export async function flushCampaigns(): Promise<void> {
  const taken = [...counts().values()];
  if (taken.length === 0) return;
  counts().clear();
  try {
    await write((sql) => addCampaignCounts(sql, taken));
  } catch (error) {
    for (const count of taken) {
      const key = JSON.stringify([count.day, count.utm_source, count.utm_medium, count.utm_campaign]);
      const since = counts().get(key);
      if (since) since.searches += count.searches;
      else counts().set(key, count);
    }
    throw error;
  }
}
