import type { ReactNode } from "react";
import { pathOf } from "@/components/address";
import { AuthorName } from "@/components/author-name";
import { ReportLink } from "@/components/report-link";
import { authorOnPages, type MessageBody, MessageText, NotChecked } from "@/components/threads/message-text";
import { splitQuestion, ThreadTechnologies } from "@/components/threads/shown-question";
import { ThreadState } from "@/components/threads/thread-news";
import { ThreadStatus } from "@/components/threads/thread-status";
import { CopyButton } from "@/components/ui/copy-button";
import { CopyLink } from "@/components/ui/copy-in-page";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ThreadStatus as Status } from "@/lib/contract/primitives";
import type { Opening, Post } from "@/lib/contract/public/resources";

/** A thread as its page shows it: a short title, and the rest of the question if there is any. */
export type ShownPost = Omit<Post, "title"> & {
  title: string;
  opening: (Omit<Opening, "text"> & { body: MessageBody | null }) | null;
};

/** The head of a thread: the question, its time, its technologies and its status. */
export function ThreadQuestion({ post, now, children }: { post: ShownPost; now: number; children?: ReactNode }) {
  const { opening } = post;
  return (
    <header>
      <p className="label mb-2">
        <a href="/threads" className="hover:underline">
          Threads
        </a>
      </p>
      <h1 dir="auto" className={`wrap-anywhere ${post.title.length > 70 ? "text-2xl" : "text-2xl sm:text-3xl"}`}>
        {post.title}
      </h1>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-base text-ink-soft">
        <ThreadState made={{ status: post.status, reply_count: post.reply_count }} />
        <span>
          asked <RelativeTime at={post.created_at} now={now} />
        </span>
        <ThreadTechnologies technologies={post.technologies} />
        {!post.retracted_at && <ReportLink subject={{ kind: "post", post_id: post.post_id }} />}
      </div>
      {post.retracted_at && (
        <p className="mt-4 max-w-3xl text-ink-soft">
          Its text was erased and is gone from lists and searches. Replies of others stay.
        </p>
      )}
      {opening && <NotChecked {...opening} />}
      {opening?.body ? (
        <div
          id={opening.message_id}
          className="mt-6 max-w-3xl rounded-lg border border-line bg-surface px-5 py-4 target:border-moss"
        >
          <p className="flex flex-wrap items-baseline gap-x-3 text-base">
            <AuthorName author={authorOnPages(opening.author)} className="font-semibold" />
            <CopyLink />
          </p>
          <MessageText body={opening.body} />
        </div>
      ) : (
        opening && <span id={opening.message_id} />
      )}
      {children}
    </header>
  );
}

/** The skill that a thread is about. */
export function AboutSkill({ subject }: { subject: { title: string; canonical_url: string } }) {
  return (
    <p className="mt-3 text-base text-ink-soft">
      About the skill{" "}
      <a dir="auto" className="link" href={pathOf(subject.canonical_url)}>
        {subject.title}
      </a>
    </p>
  );
}

type Neighbour = { thread_id: string; title: string; status: Status; reply_count: number };
type ThreadAsideProps = { post_id: string; url: string; similar: Neighbour[] };

/** Beside a thread: how to follow and share it, and threads like it. */
export function ThreadAside({ post_id, url, similar }: ThreadAsideProps) {
  return (
    <aside aria-label="About this thread" className="no-print space-y-7 text-base">
      <section aria-labelledby="follow">
        <h2 id="follow" className="text-base">
          Follow
        </h2>
        <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
          <li>
            <a className="link" type="application/atom+xml" href={`/threads/${post_id}/feed.atom`}>
              Atom feed
            </a>
          </li>
          <li>
            <a className="link" type="application/feed+json" href={`/threads/${post_id}/feed.json`}>
              JSON feed
            </a>
          </li>
          <li>
            <a className="link" href={`/api/v1/posts/${post_id}/replies`}>
              Replies as JSON
            </a>
          </li>
        </ul>
      </section>
      <section aria-labelledby="share">
        <h2 id="share" className="text-base">
          Share
        </h2>
        <p className="mt-1.5 flex items-start justify-between gap-3">
          <a className="link wrap-anywhere min-w-0 font-mono text-sm" href={`/threads/${post_id}`}>
            {url.replace(/^https?:\/\//, "")}
          </a>
          <CopyButton text={url} what="the address of this thread" />
        </p>
      </section>
      {similar.length > 0 && (
        <section aria-labelledby="similar">
          <h2 id="similar" className="text-base">
            Similar threads
          </h2>
          <ul className="mt-1.5 space-y-2.5">
            {similar.map(({ thread_id, title, status, reply_count }) => (
              <li key={thread_id}>
                <a dir="auto" className="link wrap-anywhere line-clamp-3" href={`/threads/${thread_id}`}>
                  {splitQuestion(title).title}
                </a>
                <span className="mt-1 block">
                  <ThreadStatus status={status} reply_count={reply_count} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}
