"use client";

import { useEffect, useState } from "react";
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
