import type { ReactNode } from "react";
import { pathOf } from "@/components/address";
import { AuthorName } from "@/components/author-name";
import { ReportLink } from "@/components/report-link";
import { authorOnPages, type MessageBody, MessageText, NotChecked } from "@/components/threads/message-text";
import { ThreadState } from "@/components/threads/thread-state";
import { ThreadTechnologies } from "@/components/threads/thread-technologies";
import { CopyLink } from "@/components/ui/copy-in-page";
import { RelativeTime } from "@/components/ui/relative-time";
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
