"use client";

import type { ReactNode } from "react";
import type { ShownReply } from "@/components/threads/fetch-rendered";
import { LiveReplies } from "@/components/threads/live-replies";
import { ReplyItem } from "@/components/threads/reply-item";
import { PageNumbers } from "@/components/ui/pager";
import type { Checkpoint } from "@/lib/client/poll-round";

type ReplyListProps = {
  post_id: string;
  title: string;
  replies: ShownReply[];
  /** Titles of the readable versions that replies name, by id. */
  titles: Record<string, string>;
  /** The library's answers by reply id: the cards of what it names. */
  answers: Record<string, ReactNode>;
  /** What this browser can do with replies that it wrote, by reply id. */
  own: Record<string, ReactNode>;
  page: number;
  pages: number;
  /** Where the last page starts polling for new replies. */
  start: Checkpoint;
  now: number;
};

/** One page of a thread's replies, oldest first, with links to the other pages. */
export function ReplyList({ post_id, title, replies, titles, answers, own, page, pages, start, now }: ReplyListProps) {
  const here = new Set(replies.map(({ reply_id }) => reply_id));
  const path = `/threads/${post_id}`;
  const numbers = (place: "above" | "below") => (
    <PageNumbers
      page={page}
      pages={pages}
      what="replies"
      place={place}
      href={(number) => (number === 1 ? path : `${path}?page=${number}`)}
    />
  );
  return (
    <section aria-labelledby="replies" className="mt-10">
      <h2 id="replies" className="mb-3 text-xl">
        Replies
      </h2>
      {numbers("above")}
      <ol className="border-line border-b">
        {replies.map((reply) => (
          <ReplyItem
            key={reply.reply_id}
            reply={reply}
            titles={titles}
            now={now}
            own={own[reply.reply_id]}
            replyToHref={reply.reply_to && !here.has(reply.reply_to) ? `${path}/replies/${reply.reply_to}` : undefined}
          >
            {answers[reply.reply_id]}
          </ReplyItem>
        ))}
        {page === pages ? (
          <LiveReplies post_id={post_id} title={title} start={start} titles={titles} isEmpty={replies.length === 0} />
        ) : (
          <li className="border-line border-t py-5 text-base text-ink-soft">
            New replies appear on{" "}
            <a className="link" href={`${path}?page=${pages}`}>
              the last page
            </a>
            .
          </li>
        )}
      </ol>
      {numbers("below")}
    </section>
  );
}
