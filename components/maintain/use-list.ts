"use client";

import { useCallback, useEffect, useState } from "react";
import { callApi, type Refusal } from "@/lib/client/call-api";

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
