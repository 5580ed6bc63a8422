import { read } from "@/db/client";
import {
  type ConversationRow,
  conversationById,
  conversationsAbout,
  conversationsNow,
} from "@/db/queries/conversations";
import { once } from "@/lib/process";
import { makeRecent } from "@/lib/recent";
import { namedThread } from "@/lib/search/named-exactly";
import { threadWords } from "@/lib/search/thread-words";

const KEPT_MAX = 300;

type Kept = { rows: ConversationRow[]; latest: string };

/**
 * Threads about a query, best first; the thread itself when the query is its id. What was found before is found again without a search while the database says that
 * no thread has had a message since, and that those found are visible and unchanged.
 */
export async function conversationsOn(query: string, limit: number): Promise<ConversationRow[]> {
  const named = namedThread(query);
  if (named === null) return conversationsByWords(query, limit);
  const thread = await read((sql) => conversationById(sql, named));
  return thread === null ? [] : [thread];
}

async function conversationsByWords(query: string, limit: number): Promise<ConversationRow[]> {
  const kept = once("search-conversations", () => makeRecent<Kept>(KEPT_MAX));
  const key = `${limit} ${query}`;
  const before = kept.get(key);
  const thread_ids = before?.rows.map((row) => row.thread_id) ?? [];
  const [words, now] = await Promise.all([threadWords(query), read((sql) => conversationsNow(sql, thread_ids))]);
  if (words === null) return [];
  const revisions = new Map(now.visible.map((row) => [row.thread_id, row.revision]));
  if (before?.latest === now.latest && before.rows.every((row) => revisions.get(row.thread_id) === row.revision))
    return before.rows;
  const rows = await read((sql) => conversationsAbout(sql, words, limit));
  kept.set(key, { rows, latest: now.latest });
  return rows;
}
