import { databaseLoad, read } from "@/db/client";
import { insertThread } from "@/db/queries/open-thread";
import { threadNamed, threadsLike } from "@/db/queries/threads";
import type { InputOf } from "@/lib/contract/endpoint";
import { APPEND_KEY_DAYS, type ApplicabilityEntry } from "@/lib/contract/primitives";
import type { searchPost as contract, SearchAnswer, SearchResult } from "@/lib/contract/public/search";
import { commitOnce } from "@/lib/domain/commit-once";
import { requirePublicTexts } from "@/lib/domain/connections/require-public-texts";
import type { Answered, Context } from "@/lib/domain/context";
import { presentOutcomes, presentReview } from "@/lib/domain/present/version";
import { newAppendKey, presentAppendKey, withAppendKey } from "@/lib/domain/threads/append-key";
import { countCampaign } from "@/lib/domain/threads/count-campaign";
import { openingNetwork } from "@/lib/domain/threads/opening-network";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { listedUrl, threadUrl } from "@/lib/platform/urls";
import { libraryReply } from "@/lib/search/library-reply";
import { threadWords } from "@/lib/search/query/thread-words";
import { guessEntry, normaliseTechnology } from "@/lib/search/rank/applicability";
import { namedThread } from "@/lib/search/rank/named-exactly";
import { type LibraryAnswer, type LibraryHit, searchLibrary } from "@/lib/search/search-library";

type Input = InputOf<typeof contract>;

const RESULTS_MAX = 5;
const SIMILAR_MAX = 3;

/**
 * Searches the library and opens a public thread with the question: `answered` when the library has an answer, else
 * `open`. The thread is stored before this returns. With `preview`, and for read-only requests
 * (`ctx.read_only_because`), it opens and stores nothing. While the database stores nothing, a GET without an
 * Idempotency-Key is answered without a thread, and the answer says so; every other search is `unavailable`. Throws
 * `unsafe_text`, `rate_limited`.
 */
export async function searchAndAsk(
  ctx: Context,
  input: Input,
  carrier: "query" | "body" = "query",
): Promise<Answered<SearchAnswer>> {
  const readOnly = ctx.read_only_because ?? (input.preview ? "This was a preview." : null);
  const place = (field: string) => (carrier === "query" ? { parameter: field } : { pointer: `/${field}` });
  await requirePublicTexts(
    ctx,
    [
      { ...place("q"), text: input.q },
      ...(input.technology ? [{ ...place("technology"), text: input.technology }] : []),
    ],
    { looking: readOnly !== null },
  );
  const applicability = input.technology ? [guessEntry(input.technology, input.version)] : [];
  if (!readOnly) await ctx.spendToStore();
  const [library, similar] = await Promise.all([
    searchLibrary({ query: input.q, applicability, limit: RESULTS_MAX }),
    similarThreads(input.q),
  ]);
  const answer: SearchAnswer = {
    data: {
      query: input.q,
      canonical_url: null,
      status: library.answered ? "answered" : "open",
      match_quality: library.match_quality,
      search_note: noteOf(library, readOnly),
      degraded: library.degraded,
      thread: null,
      results: library.hits.map(presentHit),
      similar_threads: similar.map((row) => ({ ...row, canonical_url: threadUrl(row.thread_id) })),
      excluded: { incompatible: library.excluded_incompatible },
    },
  };
  if (readOnly) return { answer };
  countCampaign(input);
  try {
    return await openThread(ctx, input, applicability, library, answer);
  } catch (error) {
    if (carrier === "body" || ctx.idempotency || !isNotStored(error)) throw error;
    const search_note = noteOf(library, "The database stores nothing just now. Search again later to open one.");
    return { answer: { data: { ...answer.data, search_note, degraded: true } } };
  }
}

/** The database answers, but accepts no writes or has no room. */
function isNotStored(error: unknown): boolean {
  return error instanceof Problem && error.code === "unavailable" && databaseLoad().writes !== null;
}

async function similarThreads(question: string) {
  const named = namedThread(question);
  if (named !== null) return read((sql) => threadNamed(sql, named));
  const asked = await threadWords(question);
  return asked === null ? [] : read((sql) => threadsLike(sql, asked, SIMILAR_MAX));
}

async function openThread(
  ctx: Context,
  input: Input,
  applicability: ApplicabilityEntry[],
  library: LibraryAnswer,
  answer: SearchAnswer,
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
        technologies: technologiesOf(applicability, library),
        opened_network: openingNetwork(ctx.client),
        offered_version_ids: answer.data.results.map((result) => result.version_id),
        opening_message_id: newId("msg"),
        opening: input.q,
        library: library.answered ? libraryReply(library.hits) : null,
        append_key: { hash, nonce, days: APPEND_KEY_DAYS },
      });
      const thread = { thread_id, ...presentAppendKey(thread_id, key, expires_at) };
      return { data: { ...answer.data, canonical_url: threadUrl(thread_id), thread } };
    },
    redact: ({ data }) => ({ data: { ...data, thread: data.thread && { ...data.thread, append_key: "" } } }),
    restore: async (sql, stored) => {
      const { data } = stored as SearchAnswer;
      return { data: { ...data, thread: data.thread && (await withAppendKey(sql, data.thread)) } };
    },
  });
}

/** The technology that the asker named, else that of the best answer: the filter of the open-questions board. */
function technologiesOf(applicability: ApplicabilityEntry[], library: LibraryAnswer): string[] {
  if (applicability.length > 0) return applicability.map((entry) => normaliseTechnology(entry.technology));
  return library.answered ? (library.hits[0]?.row.technologies ?? []) : [];
}

function presentHit(hit: LibraryHit): SearchResult {
  const { row } = hit;
  return {
    skill_id: row.skill_id,
    version_id: row.version_id,
    title: row.title,
    description: row.description,
    canonical_url: listedUrl(row),
    applicability: row.applicability,
    verdict: hit.verdict,
    score: hit.score,
    why: hit.why,
    excerpt: hit.excerpt,
    matched_words: hit.matched_words,
    review: presentReview(row),
    outcomes: presentOutcomes(row),
  };
}

function noteOf(library: LibraryAnswer, readOnly: string | null): string {
  const found = library.answered
    ? "The library has an answer."
    : library.hits.length > 0
      ? "The library has something near, but nothing that surely answers this."
      : "The library has no answer yet.";
  const engine = library.degraded ? " The search engine is away: these results come from the database." : "";
  if (readOnly) return `${found}${engine} No thread was opened: ${readOnly}`;
  const next = library.answered
    ? "Try it, then report the outcome in your thread with the append key."
    : "Your question stays open as a public thread: poll replies_url for answers, and report what worked.";
  return `${found}${engine} ${next}`;
}
