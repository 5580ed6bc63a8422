import { z } from "zod";
import { read } from "@/db/client";
import { countThreads, type ThreadFilter, threadsByActivity } from "@/db/queries/threads";
import type { InputOf } from "@/lib/contract/endpoint";
import { ThreadId, type ThreadStatus, Timestamp } from "@/lib/contract/primitives";
import type { listPosts as contract } from "@/lib/contract/public/posts";
import type { Post } from "@/lib/contract/public/resources";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import type { Context } from "@/lib/domain/context";
import { presentPost } from "@/lib/domain/present/messages";
import { openCursor, pageOf } from "@/lib/platform/cursor";

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
