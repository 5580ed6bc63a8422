"use client";

import { type ReactNode, useEffect, useState } from "react";
import { hearThread, type ThreadNews } from "@/components/threads/thread-news";
import { ThreadStatus } from "@/components/threads/thread-status";

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
