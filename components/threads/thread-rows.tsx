"use client";

import { ThreadRow } from "@/components/threads/thread-row";
import type { Post } from "@/lib/contract/public/resources";

/** The items of a list of threads. */
export function ThreadRows({ posts, now, heading }: { posts: Post[]; now: number; heading?: "h2" | "h3" }) {
  return posts.map((post) => (
    <li key={post.post_id}>
      <ThreadRow post={post} now={now} heading={heading} />
    </li>
  ));
}
