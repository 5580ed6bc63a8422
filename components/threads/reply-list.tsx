"use client";

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { fetchRendered, REPLIES_MS_MAX, type ShownReply } from "@/components/threads/message-text";
import { ReplyItem } from "@/components/threads/reply-item";
import { NEWS_PLACE, onLook, tellThread } from "@/components/threads/thread-news";
import { PageNumbers } from "@/components/ui/pager";
import { CairnError, readJson, send } from "@/lib/client/call";
import { type Checkpoint, pollRound, repliesReader, waitBefore } from "@/lib/client/poll-round";
import type { Post, Reply } from "@/lib/contract/public/resources";

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

type LiveRepliesProps = {
  post_id: string;
  title: string;
  start: Checkpoint;
  titles: Record<string, string>;
  isEmpty: boolean;
};

/**
 * The end of the list of replies: polls for new ones while the page is visible and appends them. The field in which the
 * reader writes stays where it is.
 */
function LiveReplies(props: LiveRepliesProps) {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <Live {...props} />
    </QueryClientProvider>
  );
}

function Live({ post_id, title, start, titles, isEmpty }: LiveRepliesProps) {
  const place = useRef(start);
  const failures = useRef(0);
  const lastRound = useRef<Promise<unknown>>(Promise.resolve());
  const [readPage] = useState(() => repliesReader<Reply>(post_id, { timeoutMs: REPLIES_MS_MAX }));
  const [arrived, setArrived] = useState<ShownReply[]>([]);
  const [seen, setSeen] = useState(0);
  const { error, fetchStatus, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    queryKey: ["replies", post_id],
    queryFn: () => {
      // One after the other: two rounds from the same place would both bring its replies.
      const round = lastRound.current.then(readRound, readRound);
      lastRound.current = round;
      return round;
    },
    initialData: null,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) =>
      waitBefore(failures.current, state.error instanceof CairnError ? state.error.retry_after_seconds : null),
  });
  async function readRound(): Promise<null> {
    try {
      for await (const { fresh, checkpoint } of pollRound(readPage, place.current)) {
        const rendered = fresh.length > 0 ? await fetchRendered(post_id, fresh) : [];
        place.current = checkpoint;
        if (rendered.length > 0) keepInPlace(() => setArrived((before) => [...before, ...rendered]));
      }
      failures.current = 0;
      return null;
    } catch (problem) {
      failures.current += 1;
      throw problem;
    }
  }
  useEffect(() => onLook(() => void refetch()), [refetch]);
  useEffect(() => {
    if (arrived.length > 0) void lookAgain(post_id);
  }, [post_id, arrived.length]);
  useSeen(arrived, seen, setSeen);
  const waiting = arrived.length - seen;
  useTitleCount(title, waiting);
  const offline = fetchStatus === "paused";
  const now = Math.max(dataUpdatedAt, errorUpdatedAt);
  return (
    <>
      {arrived.map((reply) => (
        <ReplyItem key={reply.reply_id} reply={reply} titles={titles} now={now} is_new />
      ))}
      <li className="no-print border-line border-t py-5 text-base text-ink-soft">
        <div aria-live="polite">
          {offline && <p>You are offline. New replies appear once you are online.</p>}
          {!offline && error && <p>New replies cannot be fetched now. Trying again.</p>}
        </div>
        <NewsPill
          waiting={waiting}
          arrived={arrived.length}
          onShow={() => {
            const first = arrived[seen]?.reply_id;
            setSeen(arrived.length);
            if (first) document.getElementById(first)?.focus();
          }}
        />
        {!offline && !error && (
          <p className="noscript:hidden">
            {isEmpty && arrived.length === 0 && "No reply yet. "}Live: new replies appear automatically.
          </p>
        )}
        <noscript>
          <p>Reload the page to see new replies.</p>
        </noscript>
      </li>
    </>
  );
}

/** Counts replies as seen once they are in the window. */
function useSeen(arrived: ShownReply[], seen: number, setSeen: (count: number) => void): void {
  useEffect(() => {
    if (arrived.length <= seen) return;
    const items = arrived.slice(seen).flatMap(({ reply_id }) => document.getElementById(reply_id) ?? []);
    const observer = new IntersectionObserver((entries) => {
      const inView = entries.filter(({ isIntersecting }) => isIntersecting);
      const last = Math.max(...inView.map(({ target }) => items.indexOf(target as HTMLElement)));
      if (last >= 0) setSeen(seen + last + 1);
    });
    for (const item of items) observer.observe(item);
    return () => observer.disconnect();
  }, [arrived, seen, setSeen]);
}

/** The replies that arrived may have answered the question. Without this the head of the page keeps its first state. */
async function lookAgain(post_id: string): Promise<void> {
  try {
    const { data } = await readJson<{ data: Post }>(await send(`/api/v1/posts/${post_id}`, {}, {}));
    keepInPlace(() => tellThread(data));
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

/**
 * Announces new replies in their fixed place, wherever on the page the reader is; while some are unseen, as a button
 * that leads to the first of them.
 */
function NewsPill({ waiting, arrived, onShow }: { waiting: number; arrived: number; onShow: () => void }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(NEWS_PLACE)), []);
  if (!place || arrived === 0) return null;
  return createPortal(
    waiting > 0 ? (
      <button
        type="button"
        onClick={onShow}
        className="inline-flex min-h-10 cursor-pointer items-center rounded-full bg-moss px-5 font-semibold text-on-moss shadow-lg hover:bg-moss-strong forced-colors:border"
      >
        {inWords(waiting)}
      </button>
    ) : (
      <span className="sr-only">{inWords(arrived)}, shown at the end of the thread</span>
    ),
    place,
  );
}

function inWords(count: number): string {
  return count === 1 ? "1 new reply" : `${count} new replies`;
}

/**
 * Makes a change to the page while the text field in which the reader writes stays where it is in the window: what the
 * change adds above it is scrolled away, and a page that is too short for that gets room at its end.
 */
function keepInPlace(change: () => void): void {
  const field = writtenField();
  if (!field) {
    flushSync(change);
    return;
  }
  const { top } = field.getBoundingClientRect();
  flushSync(change);
  const moved = field.getBoundingClientRect().top - top;
  if (moved === 0) return;
  const { scrollHeight, clientHeight } = document.documentElement;
  const missing = window.scrollY + moved + clientHeight - scrollHeight;
  if (missing > 0) document.body.style.minHeight = `${Math.ceil(scrollHeight + missing)}px`;
  window.scrollBy({ top: moved, behavior: "instant" });
}

/** The field in the window in which the reader writes on this page. */
function writtenField(): Element | null {
  const field = document.activeElement?.closest("main textarea, main input:not([type=radio], [type=checkbox])");
  if (!field) return null;
  const { top, bottom } = field.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight ? field : null;
}

const MESSAGE = /^#(msg_[A-Za-z0-9_-]{22})$/;

/** Navigates to the page of the message in the URL fragment, when it is not on this one. */
export function DeepLink({ path }: { path: string }) {
  useEffect(() => {
    const look = () => {
      const id = MESSAGE.exec(window.location.hash)?.[1];
      // For an invisible message the server redirects back here without the fragment, so this ends.
      if (id && !document.getElementById(id)) window.location.replace(`${path}/replies/${id}`);
    };
    look();
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, [path]);
  return null;
}
