import type { ThreadStatus } from "@/lib/contract/primitives";

/** What the head of a thread's page says and replies may change. */
export type ThreadNews = { status: ThreadStatus; reply_count: number };

/** The id of the element where a thread's page says that replies wait. */
export const NEWS_PLACE = "news";

const listeners = new Set<(news: ThreadNews) => void>();

/** Tells every part of this page how its thread stands by now. */
export function tellThread(news: ThreadNews): void {
  for (const listener of listeners) listener(news);
}

/** Hears how the thread of this page stands, until the returned function is called. */
export function hearThread(listener: (news: ThreadNews) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
