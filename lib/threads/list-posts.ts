import { z } from "zod";
import { read } from "@/db/client";
import { threadsByActivity } from "@/db/queries/threads";
import type { Context } from "@/lib/context";
import { ThreadId, type ThreadStatus, Timestamp } from "@/lib/contract/primitives";
import type { Post } from "@/lib/contract/public/resources";
import { openCursor, sealCursor } from "@/lib/cursor";
import { presentPost } from "@/lib/present/reply";
import { normaliseTechnology } from "@/lib/search/applicability";

type Input = {
  q?: string | undefined;
  status?: ThreadStatus | undefined;
  technology?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

const LIMIT_DEFAULT = 20;
const Position = z.strictObject({ last_activity_at: Timestamp, thread_id: ThreadId });

/** Threads, newest activity first; with `q` those whose title has its words. A thread that moves while somebody pages may be seen twice, never lost. */
export async function listPosts(_ctx: Context, input: Input): Promise<{ data: Post[]; next_cursor: string | null }> {
  const filter = {
    status: input.status ?? null,
    technology: input.technology ? normaliseTechnology(input.technology) : null,
    words: input.q ?? null,
  };
  const binding = { endpoint: "list_posts", filter };
  const position = input.cursor === undefined ? null : openCursor(binding, input.cursor, Position);
  const limit = input.limit ?? LIMIT_DEFAULT;
  const rows = await read((sql) => threadsByActivity(sql, filter, position, limit + 1));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last;
  return {
    data: page.map(presentPost),
    next_cursor: more
      ? sealCursor(binding, { last_activity_at: last.last_activity_at.toISOString(), thread_id: last.thread_id })
      : null,
  };
}
