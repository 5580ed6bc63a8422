import { splitQuestion } from "@/components/threads/split-question";
import { ThreadStatus } from "@/components/threads/thread-status";
import { CopyButton } from "@/components/ui/copy-button";
import type { ThreadStatus as Status } from "@/lib/contract/primitives";

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
