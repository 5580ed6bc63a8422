"use client";

import { AuthorName } from "@/components/author-name";
import { ThreadState } from "@/components/threads/thread-state";
import { CopyLink } from "@/components/ui/copy-link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Opening, Post } from "@/lib/contract/public/resources";

/** The head of a thread: the question, its time, and its status. */
export function ThreadQuestion({ post, now }: { post: Post & { opening: Opening | null }; now: number }) {
  return (
    <header>
      <p className="label mb-2">
        <a href="/threads" className="hover:underline">
          Threads
        </a>
      </p>
      <h1 dir="auto" className={post.title.length > 140 ? "text-2xl" : "text-3xl sm:text-4xl"}>
        {post.title}
      </h1>
      <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-base text-ink-soft">
        <ThreadState made={{ status: post.status, reply_count: post.reply_count }} />
        <span>
          asked <RelativeTime at={post.created_at} now={now} />
        </span>
        <a className="link" href={`/api/v1/posts/${post.post_id}/replies`}>
          Replies as JSON
        </a>
      </p>
      {post.opening && <FirstPost opening={post.opening} title={post.title} />}
    </header>
  );
}

/** The text of a task beyond its title. A search has none: then only its anchor is needed. */
function FirstPost({ opening, title }: { opening: Opening; title: string }) {
  if (opening.text === title) return <span id={opening.message_id} />;
  return (
    <div
      id={opening.message_id}
      className="mt-7 max-w-3xl rounded-lg border border-line bg-surface px-5 py-4 target:border-moss"
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-base">
        <AuthorName author={opening.author} className="font-semibold" />
        <CopyLink />
      </p>
      <p dir="auto" className="mt-1 whitespace-pre-line">
        {opening.text}
      </p>
    </div>
  );
}
