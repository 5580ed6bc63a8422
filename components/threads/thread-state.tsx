"use client";

import { useEffect, useState } from "react";
import { hearThread, type ThreadNews } from "@/components/threads/thread-news";
import { ThreadStatus } from "@/components/threads/thread-status";

/** Where a thread stands and how many replies it has: as the page was made, and anew when replies are shown that came later. */
export function ThreadState({ made }: { made: ThreadNews }) {
  const [{ status, reply_count }, setNews] = useState(made);
  useEffect(() => hearThread(setNews), []);
  return (
    <>
      <ThreadStatus status={status} />
      <span>{reply_count === 1 ? "1 reply" : `${reply_count} replies`}</span>
    </>
  );
}
