"use client";

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { callApi, type Refusal } from "@/lib/client/call-api";

/** The decision just made in a section. Each is a new object, even with the same text. */
export type SaidNow = { text: string };

/**
 * A section of the moderation dashboard: its heading with the number waiting, the decision just made, and the content.
 */
export function DashboardSection({
  id,
  title,
  waiting,
  said,
  busy = false,
  children,
}: {
  id: string;
  title: string;
  waiting?: string | null;
  said: SaidNow | null;
  busy?: boolean;
  children: ReactNode;
}) {
  const note = useRef<HTMLParagraphElement>(null);
  // The form of the decision is gone or has another subject, so the focus moves to the notice.
  useEffect(() => {
    if (said) note.current?.focus();
  }, [said]);
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} aria-busy={busy} className="mt-14 outline-none">
      <h2 id={`${id}-title`} className="text-2xl">
        {title} {waiting && <span className="font-normal text-ink-soft text-lg">{waiting}</span>}
      </h2>
      <p
        ref={note}
        role="status"
        tabIndex={-1}
        className={said ? "mt-4 rounded-md border border-moss/40 bg-moss-wash px-4 py-3 outline-none" : "sr-only"}
      >
        {said?.text}
      </p>
      {children}
    </section>
  );
}

export type DashboardList<T> = ReturnType<typeof useList<T>>;

type Page<T> = { data: T[]; next_cursor: string | null };

/** A dashboard list from its first page on; `more` adds the next. Read again whenever `turn` or `path` changes. */
export function useList<T, P extends Page<T> = Page<T>>(token: string, path: string, turn: number) {
  const [pages, setPages] = useState<P[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const read = useCallback(
    async (cursor: string | null, signal?: AbortSignal) => {
      const search = path.includes("?") ? "&" : "?";
      const { data, refusal: problem } = await callApi<P>(
        `/api/v1/${path}${cursor ? `${search}cursor=${encodeURIComponent(cursor)}` : ""}`,
        { token, ...(signal ? { signal } : {}) },
      );
      setRefusal(problem);
      if (data) setPages((before) => (cursor && before ? [...before, data] : [data]));
    },
    [token, path],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn means that a decision was made.
  useEffect(() => {
    const left = new AbortController();
    read(null, left.signal).catch(() => {});
    return () => left.abort();
  }, [read, turn]);
  const next = pages?.at(-1)?.next_cursor ?? null;
  return {
    items: pages?.flatMap((page) => page.data) ?? null,
    first: pages?.[0] ?? null,
    refusal,
    more: next ? () => void read(next) : null,
  };
}
