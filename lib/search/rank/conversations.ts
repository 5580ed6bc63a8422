import { read } from "@/db/client";
import {
  type ConversationRow,
  type ConversationsNow,
  conversationById,
  conversationsAbout,
  conversationsNow,
} from "@/db/queries/conversations";
import { makeLru } from "@/lib/platform/lru";
import { makeSingleFlight } from "@/lib/platform/single-flight";
import { singleton } from "@/lib/platform/singleton";
import { threadWords } from "@/lib/search/query/thread-words";
import { namedThread } from "@/lib/search/rank/named-exactly";

const KEPT_MAX = 300;

type Kept = Readonly<{ rows: readonly ConversationRow[]; latest: string }>;

/**
 * Threads about a query, best first; the thread itself when the query is its id. Results are cached and reused while
 * the database confirms that no thread has had a new message and that the results are visible and unchanged.
 */
export async function conversationsOn(query: string, limit: number): Promise<readonly ConversationRow[]> {
  const named = namedThread(query);
  if (named === null) return conversationsByWords(query, limit);
  const thread = await read((sql) => conversationById(sql, named));
  return thread === null ? [] : [thread];
}

async function conversationsByWords(query: string, limit: number): Promise<readonly ConversationRow[]> {
  const kept = singleton("search-conversations", () => makeLru<Kept>(KEPT_MAX));
  const key = `${limit} ${query}`;
  const before = kept.get(key);
  // Computed lazily: a repeated search has the same words and rarely needs them.
  const [asked, now] = await Promise.all([before ? null : threadWords(query), stateOf(before?.rows ?? [])]);
  const revisions = new Map(now.visible.map((row) => [row.thread_id, row.revision]));
  if (before?.latest === now.latest && before.rows.every((row) => revisions.get(row.thread_id) === row.revision))
    return before.rows;
  const words = before ? await threadWords(query) : asked;
  if (words === null) return [];
  const rows = await read((sql) => conversationsAbout(sql, words, limit));
  kept.set(key, { rows, latest: now.latest });
  return rows;
}

function stateOf(rows: readonly ConversationRow[]): Promise<ConversationsNow> {
  const thread_ids = rows.map((row) => row.thread_id);
  const asking = singleton("search-conversations-now", () => makeSingleFlight<ConversationsNow>());
  return asking(thread_ids.join(" "), () => read((sql) => conversationsNow(sql, thread_ids)));
}
