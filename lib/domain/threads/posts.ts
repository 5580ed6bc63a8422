import { z } from "zod";
import { read } from "@/db/client";
import { openingOf } from "@/db/queries/messages";
import {
  type NeighbourRow,
  type SimilarThreadRow,
  threadNamed,
  threadsLike,
  threadsNamed,
} from "@/db/queries/thread-search";
import {
  countThreads,
  subjectOf,
  type ThreadFilter,
  threadById,
  threadsAbout,
  threadsByActivity,
  wantedThreads,
} from "@/db/queries/threads";
import { timedCache } from "@/db/shared-reads";
import type { InputOf } from "@/lib/contract/endpoint";
import { ThreadId, type ThreadStatus, Timestamp } from "@/lib/contract/primitives";
import type { Opening, Post } from "@/lib/contract/public/resources";
import type { listPosts as contract } from "@/lib/contract/public/threads";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import type { Context } from "@/lib/domain/context";
import { presentOpening, presentPost } from "@/lib/domain/present/messages";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";
import { skillUrl, threadUrl } from "@/lib/platform/urls";
import { namedThread, threadWords } from "@/lib/search/rank/conversations";

type Input = InputOf<typeof contract>;

const LIMIT_DEFAULT = 20;
const Position = z.strictObject({ last_activity_at: Timestamp, thread_id: ThreadId });

/**
 * Threads, newest activity first; with `q` those whose title has its words. A thread that moves during paging may
 * appear twice, but is never missed.
 */
export async function listPosts(_ctx: Context, input: Input): Promise<{ data: Post[]; next_cursor: string | null }> {
  const filter = { status: input.status ?? null, ...filterOf(input) };
  const binding = { endpoint: "list_posts", filter };
  const position = input.cursor === undefined ? null : openCursor(binding, input.cursor, Position);
  const limit = input.limit ?? LIMIT_DEFAULT;
  const rows = await read((sql) => threadsByActivity(sql, filter, position, limit + 1));
  const { page, next_cursor } = pageOf(binding, rows, limit, (last) => ({
    last_activity_at: last.last_activity_at.toISOString(),
    thread_id: last.thread_id,
  }));
  return {
    data: page.map(presentPost),
    next_cursor,
  };
}

/** The count of one status is capped here: beyond it the exact number is of no use. */
export const COUNTED_MAX = 1_000;

/** The number of threads of each status under the same filters, counted up to `COUNTED_MAX`. */
export async function countPosts(
  _ctx: Context,
  input: Omit<Input, "status" | "limit" | "cursor">,
): Promise<Record<ThreadStatus, number>> {
  const counts = { open: 0, answered: 0, resolved: 0 };
  const filter = filterOf(input);
  const rows = await read((sql) => countThreads(sql, filter, COUNTED_MAX));
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

function filterOf({ q, technology, age }: Input): Omit<ThreadFilter, "status"> {
  return { technology: technology ? normaliseTechnology(technology) : null, words: q ?? null, age: age ?? null };
}

/** One thread's state and its opening message. Throws `not_found`. */
export async function getPost(
  _ctx: Context,
  input: { post_id: string },
): Promise<{ data: Post & { opening: Opening | null } }> {
  const [row, opening] = await read((sql) =>
    Promise.all([threadById(sql, input.post_id), openingOf(sql, input.post_id)]),
  );
  if (!row) throw new Problem("not_found", { detail: "No thread has this id." });
  return { data: { ...presentPost(row), opening: opening && presentOpening(opening) } };
}

export type WantedQuestion = {
  /** The newest thread that asks it. */
  thread_id: string;
  title: string;
  canonical_url: string;
  technologies: string[];
  threads: number;
  /** Different connections and networks. */
  askers: number;
  last_asked_at: string;
};

/** Older waiting threads are not counted, so that the list stays cheap and says what is asked now. */
export const WANTED_AMONG = 5_000;
const ASKERS_MIN = 2;
const LIMIT = 30;

/** Questions that several askers have put and nobody has answered, most askers first. */
export async function listWanted(_ctx: Context): Promise<WantedQuestion[]> {
  const rows = await read((sql) => wantedThreads(sql, { among: WANTED_AMONG, askersMin: ASKERS_MIN, limit: LIMIT }));
  return rows.map(({ thread_id, title, asked_technologies, threads, askers, last_asked_at }) => ({
    thread_id,
    title,
    canonical_url: threadUrl(thread_id),
    technologies: asked_technologies.map(({ technology, version }) =>
      version ? `${technology} ${version}` : technology,
    ),
    threads,
    askers,
    last_asked_at: last_asked_at.toISOString(),
  }));
}

const SIMILAR_MAX = 3;
const KEPT_BYTES_MAX = 1_000_000;
const KEPT_MS = 600_000;

/** The visible threads that a question asks much the same as, at most three. */
export async function similarThreads(question: string, limit = SIMILAR_MAX): Promise<SimilarThreadRow[]> {
  const named = namedThread(question);
  if (named !== null) return read((sql) => threadNamed(sql, named));
  const asked = await threadWords(question);
  return asked === null ? [] : read((sql) => threadsLike(sql, asked, limit));
}

const neighbours = timedCache<string[]>("similar-threads", { ms: KEPT_MS, bytesMax: KEPT_BYTES_MAX });

/**
 * The visible threads beside one on its page, at most three. Which they are is looked up every ten minutes: a page is
 * rendered far more often than its neighbours change.
 */
export async function neighboursOf({
  post_id,
  title,
}: {
  post_id: string;
  title: string | null;
}): Promise<NeighbourRow[]> {
  if (title === null) return [];
  const ids = await neighbours(post_id, async () => {
    const rows = await similarThreads(title, SIMILAR_MAX + 1);
    const others = rows.map(({ thread_id }) => thread_id).filter((id) => id !== post_id);
    return others.slice(0, SIMILAR_MAX);
  });
  return ids.length === 0 ? [] : read((sql) => threadsNamed(sql, ids));
}

const QUESTIONS_MAX = 10;

/** The skill that a thread was opened about, with its page; null without one. */
export async function getSubject(
  _ctx: Context,
  { thread_id }: { thread_id: string },
): Promise<{ title: string; canonical_url: string } | null> {
  const row = await read((sql) => subjectOf(sql, thread_id));
  return row && { title: row.title, canonical_url: skillUrl(row.skill_id, row.slug) };
}

type SkillQuestion = {
  thread_id: string;
  title: string;
  status: ThreadStatus;
  reply_count: number;
  canonical_url: string;
};

/** The newest public threads that were opened about a skill. */
export async function listSkillQuestions(_ctx: Context, { skill_id }: { skill_id: string }): Promise<SkillQuestion[]> {
  const rows = await read((sql) => threadsAbout(sql, skill_id, QUESTIONS_MAX));
  return rows.map((row) => ({ ...row, canonical_url: threadUrl(row.thread_id) }));
}
