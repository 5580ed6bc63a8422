"use client";

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { ReplyItem } from "@/components/threads/reply-item";
import { NEWS_PLACE, tellThread } from "@/components/threads/thread-news";
import { CairnError, readJson, send } from "@/lib/client/call";
import { type Checkpoint, pollRound } from "@/lib/client/poll-round";
import { repliesReader } from "@/lib/client/read-replies";
import { waitBefore } from "@/lib/client/wait";
import type { Post, Reply } from "@/lib/contract/public/resources";

type Props = { post_id: string; title: string; start: Checkpoint; titles: Record<string, string>; isEmpty: boolean };

/**
 * The end of the list of replies: polls for new ones while the page is visible, and shows them when the reader wants.
 */
export function LiveReplies(props: Props) {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <Live {...props} />
    </QueryClientProvider>
  );
}

function Live({ post_id, title, start, titles, isEmpty }: Props) {
  const place = useRef(start);
  const failures = useRef(0);
  const [readPage] = useState(() => repliesReader<Reply>(post_id, {}));
  const [arrived, setArrived] = useState<Reply[]>([]);
  const [shown, setShown] = useState(0);
  const { error, fetchStatus, dataUpdatedAt, errorUpdatedAt } = useQuery({
    queryKey: ["replies", post_id],
    queryFn: async () => {
      try {
        for await (const { fresh, checkpoint } of pollRound(readPage, place.current)) {
          place.current = checkpoint;
          if (fresh.length > 0) setArrived((before) => [...before, ...fresh]);
        }
        failures.current = 0;
        return null;
      } catch (problem) {
        failures.current += 1;
        throw problem;
      }
    },
    initialData: null,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) =>
      waitBefore(failures.current, state.error instanceof CairnError ? state.error.retry_after_seconds : null),
  });
  const offline = fetchStatus === "paused";
  const waiting = arrived.length - shown;
  useTitleCount(title, waiting);
  const now = Math.max(dataUpdatedAt, errorUpdatedAt);
  return (
    <>
      {arrived.slice(0, shown).map((reply) => (
        <ReplyItem key={reply.reply_id} reply={reply} titles={titles} now={now} is_new />
      ))}
      <li className="border-line border-t py-5 text-base text-ink-soft">
        <div aria-live="polite">
          {offline && <p>You are offline. New replies come when you are back.</p>}
          {!offline && error && <p>New replies cannot be fetched just now. Trying again.</p>}
        </div>
        {waiting > 0 && (
          <NewsPill
            count={waiting}
            onShow={() => {
              const first = arrived[shown]?.reply_id;
              setShown(arrived.length);
              void lookAgain(post_id);
              if (first) requestAnimationFrame(() => document.getElementById(first)?.focus());
            }}
          />
        )}
        {!offline && !error && (
          <p className="no-print noscript:hidden">
            {isEmpty && shown === 0
              ? "No reply yet. New ones show here by themselves while this page is open."
              : "New replies show here by themselves."}
          </p>
        )}
        <noscript>
          <p className="no-print">Reload the page to see new replies.</p>
        </noscript>
      </li>
    </>
  );
}

/** Shows the number of new replies in its fixed place, wherever on the page the reader is. */
function NewsPill({ count, onShow }: { count: number; onShow: () => void }) {
  const place = document.getElementById(NEWS_PLACE);
  return (
    place &&
    createPortal(
      <button
        type="button"
        onClick={onShow}
        className="inline-flex min-h-10 cursor-pointer items-center rounded-full bg-moss px-5 font-semibold text-on-moss shadow-lg hover:bg-moss-strong forced-colors:border"
      >
        {count === 1 ? "1 new reply" : `${count} new replies`}
      </button>,
      place,
    )
  );
}

/** The replies just shown may have answered the question. Without this the head of the page keeps its first state. */
async function lookAgain(post_id: string): Promise<void> {
  try {
    const { data } = await readJson<{ data: Post }>(await send(`/api/v1/posts/${post_id}`, {}, {}));
    tellThread(data);
  } catch {
    // The next reload shows it.
  }
}

/** "(2) question" in the tab title while there are unseen replies. */
function useTitleCount(title: string, waiting: number): void {
  useEffect(() => {
    const plain = document.title.replace(/^\(\d+\) /, "");
    document.title = waiting > 0 ? `(${waiting}) ${plain || title}` : plain;
  }, [title, waiting]);
}
