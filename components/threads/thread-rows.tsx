"use client";

import { pathOf } from "@/components/address";
import { splitQuestion, ThreadTechnologies } from "@/components/threads/shown-question";
import { ThreadStatus } from "@/components/threads/thread-status";
import { RelativeTime, timeAgo } from "@/components/ui/relative-time";
import type { Post } from "@/lib/contract/public/resources";
import { titleInWords } from "@/lib/contract/thread-in-words";

type ThreadRowsProps = { posts: Post[]; now: number; heading?: "h2" | "h3" };

/** The items of a list of threads. */
export function ThreadRows({ posts, now, heading: Heading = "h2" }: ThreadRowsProps) {
  return posts.map((post) => {
    const [asked, active] = [timeAgo(post.created_at, now), timeAgo(post.updated_at, now)];
    return (
      <li key={post.post_id}>
        <article className="group relative py-4">
          <Heading dir="auto" className="line-clamp-3 font-semibold text-lg leading-snug tracking-normal">
            <a
              href={pathOf(post.canonical_url)}
              className="after:absolute after:inset-0 group-hover:text-moss group-hover:underline group-hover:underline-offset-4"
            >
              {splitQuestion(titleInWords(post)).title}
            </a>
          </Heading>
          <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
            <ThreadStatus status={post.status} reply_count={post.reply_count} />
            <span>{post.reply_count === 1 ? "1 reply" : `${post.reply_count} replies`}</span>
            <span>
              asked <RelativeTime at={post.created_at} now={now} />
            </span>
            {active !== asked && (
              <span>
                active <RelativeTime at={post.updated_at} now={now} />
              </span>
            )}
            <ThreadTechnologies technologies={post.technologies} />
          </div>
        </article>
      </li>
    );
  });
}
