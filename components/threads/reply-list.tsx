"use client";

import { type CardSkill, SkillCard } from "@/components/skills/skill-card";
import type { ShownReply } from "@/components/threads/fetch-rendered";
import { LiveReplies } from "@/components/threads/live-replies";
import { ReplyItem } from "@/components/threads/reply-item";
import { PageNumbers } from "@/components/ui/page-numbers";
import type { Checkpoint } from "@/lib/client/poll-round";

type Props = {
  post_id: string;
  title: string;
  replies: ShownReply[];
  /** The readable versions that replies name, by id. */
  versions: Record<string, CardSkill>;
  page: number;
  pages: number;
  /** Where the last page starts polling for new replies. */
  start: Checkpoint;
  now: number;
};

/** One page of a thread's replies, oldest first, with links to the other pages. */
export function ReplyList({ post_id, title, replies, versions, page, pages, start, now }: Props) {
  const here = new Set(replies.map(({ reply_id }) => reply_id));
  const path = `/threads/${post_id}`;
  const titles = Object.fromEntries(
    Object.entries(versions).map(([version_id, version]) => [version_id, version.title]),
  );
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
            replyToHref={reply.reply_to && !here.has(reply.reply_to) ? `${path}/replies/${reply.reply_to}` : undefined}
          >
            {reply.kind === "library" ? <LibraryAnswer reply={reply} versions={versions} /> : undefined}
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

function LibraryAnswer({ reply, versions }: { reply: ShownReply; versions: Record<string, CardSkill> }) {
  if (reply.used_versions.length === 0) return null;
  return (
    <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface px-5">
      {reply.used_versions.map(({ ref }) => {
        const version = versions[ref.version_id];
        return (
          <li key={ref.version_id}>
            {version ? (
              <SkillCard skill={version} heading="h3" />
            ) : (
              <p className="py-4 text-ink-soft">
                This version was withdrawn or cannot be read right now:{" "}
                <a className="link" href={`/skills/${ref.skill_id}/versions/${ref.version_id}`}>
                  its page
                </a>{" "}
                says more.
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
