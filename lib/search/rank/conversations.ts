import { read } from "@/db/client";
import type { ConversationBasis } from "@/db/queries/still-true";
import { type ConversationRow, conversationById, conversationsAbout } from "@/db/queries/thread-search";
import { threadWords } from "@/lib/search/query/thread-words";
import { namedThread } from "@/lib/search/rank/named-exactly";

export type Conversations = Readonly<{
  rows: readonly ConversationRow[];
  /** What the rows were found by: null when no thread can have the words, because there are none. */
  basis: ConversationBasis | null;
  /** Whether `basis` is enough to confirm them later. */
  isKept: boolean;
}>;

const NO_CONVERSATIONS: Conversations = { rows: [], basis: null, isKept: true };

/** At most `limit` threads about a query, best first; the thread itself when the query is its id. */
export async function conversationsOn(query: string, limit: number): Promise<Conversations> {
  if (limit === 0) return NO_CONVERSATIONS;
  const named = namedThread(query);
  if (named !== null) {
    const thread = await read((sql) => conversationById(sql, named));
    return { rows: thread === null ? [] : [thread], basis: null, isKept: false };
  }
  const asked = await threadWords(query);
  if (asked === null) return NO_CONVERSATIONS;
  const { rows, at } = await read((sql) => conversationsAbout(sql, asked, limit));
  return { rows, basis: { thread_ids: rows.map((row) => row.thread_id), asked, at }, isKept: true };
}
