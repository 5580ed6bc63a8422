"use client";

import { type ReactNode, useEffect, useState } from "react";
import { ThreadStatus } from "@/components/threads/thread-status";
import type { ThreadStatus as Status } from "@/lib/contract/primitives";

/** A thread's status and number of replies: as rendered at first, updated when later replies are shown. */
export function ThreadState({ made }: { made: ThreadNews }) {
  const [{ status, reply_count }, setNews] = useState(made);
  useEffect(() => hearThread(setNews), []);
  return (
    <>
      <ThreadStatus status={status} reply_count={reply_count} />
      <span>{reply_count === 1 ? "1 reply" : `${reply_count} replies`}</span>
    </>
  );
}

/** Shows its content only once the thread has a reply: at once, or when one arrives while the page is open. */
export function WhenAnswered({ reply_count, children }: { reply_count: number; children: ReactNode }) {
  const [isAnswered, setAnswered] = useState(reply_count > 0);
  useEffect(() => hearThread((news) => setAnswered(news.reply_count > 0)), []);
  return isAnswered ? children : null;
}

/** Thread state in the head of the page, which new replies may change. */
type ThreadNews = { status: Status; reply_count: number };

/** The id of the element for the notice of new replies. */
export const NEWS_PLACE = "news";

const listeners = new Set<(news: ThreadNews) => void>();
const pollers = new Set<() => void>();

/** Notifies every part of this page of the thread's current state. */
export function tellThread(news: ThreadNews): void {
  for (const listener of listeners) listener(news);
}

/** Calls the listener with every new state of the thread, until the returned function is called. */
function hearThread(listener: (news: ThreadNews) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Looks for new replies at once, for example after one was posted from this page. */
export function lookForReplies(): void {
  for (const poll of pollers) poll();
}

/** Calls `poll` whenever a part of this page wants new replies, until the returned function is called. */
export function onLook(poll: () => void): () => void {
  pollers.add(poll);
  return () => void pollers.delete(poll);
}

/**
 * The place for the notice of new replies: at the lower edge of the window until the end of the thread scrolls into
 * view, then in the margin below it. So it never covers the footer. It has no height, so that nothing moves when
 * replies come.
 */
export function NewsPlace() {
  return (
    <div
      id={NEWS_PLACE}
      aria-live="polite"
      className="no-print sticky bottom-14 z-10 mt-4 flex h-0 items-start justify-center"
    />
  );
}
