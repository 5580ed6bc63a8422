"use client";

import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useState } from "react";
import { pathOf } from "@/components/address";
import { excerptInWords } from "@/components/search/excerpts";
import type { PanelProps } from "@/components/search/instant-search";
import { ThreadStatus } from "@/components/threads/thread-status";
import { Marked } from "@/components/ui/marked";
import type { ThreadStatus as Status } from "@/lib/contract/primitives";
import type { Post, SkillSummary } from "@/lib/contract/public/resources";
import { titleInWords } from "@/lib/contract/thread-in-words";

/** The debounce delay: shorter than the gap between typed keys, longer than that of key repeats and a paste. */
const REST_MS = 10;
const KEEP_MS = 60_000;

const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: KEEP_MS } } });

/** The list below the search box: skills and threads for the current text. Nothing here opens a thread. */
export function SearchPanel(props: PanelProps) {
  return (
    <QueryClientProvider client={client}>
      <Panel {...props} />
    </QueryClientProvider>
  );
}

function Panel({ id, text, large, active, onActive, keys, onClose }: PanelProps) {
  const typed = text.trim().replaceAll(/\s+/g, " ");
  const query = useRested(typed, REST_MS);
  const { data, error, fetchStatus, isPlaceholderData } = useQuery({
    queryKey: ["suggestions", query],
    queryFn: ({ signal }) => findSuggestions(query, signal),
    placeholderData: keepPreviousData,
    enabled: query !== "",
  });
  const offline = fetchStatus === "paused";
  // Results of an earlier text would look like results of this one.
  const found = offline && isPlaceholderData ? undefined : data;
  // The fixed options apply to the current text, also while its results load.
  const options = optionsOf(id, typed, found);
  useAddress(query, large && location.pathname === "/");
  // Without a dependency list: the key handler must always see the current options.
  useEffect(() => {
    keys.current = (event) => handle(event, options, active, onActive, onClose);
    return () => {
      keys.current = null;
    };
  });
  return (
    <div
      className={`absolute z-20 mt-2 overflow-hidden rounded-lg border border-line bg-surface shadow-lg ${large ? "inset-x-0" : "inset-x-0 lg:start-auto lg:w-[min(36rem,92vw)]"}`}
    >
      <SuggestionList
        id={id}
        query={typed}
        options={options}
        active={active}
        onActive={onActive}
        trouble={offline ? "offline" : error ? "failed" : null}
        stale={isPlaceholderData || query !== typed}
        found={found ?? null}
      />
    </div>
  );
}

/** Moves through the options, opens one, or closes the list. The box handles other keys. */
function handle(
  event: KeyboardEvent,
  options: Option[],
  active: string | undefined,
  onActive: (id: string | undefined) => void,
  onClose: () => void,
): boolean {
  const place = options.findIndex((option) => option.id === active);
  if (event.key === "ArrowDown") onActive(options[place + 1]?.id);
  else if (event.key === "ArrowUp")
    onActive(options.at(place === -1 ? -1 : place - 1 < 0 ? options.length : place - 1)?.id);
  else if (event.key === "Escape") onClose();
  else if (event.key === "Enter" && options[place]) window.location.assign(options[place].href);
  else return false;
  return true;
}

/** `value`, once it has not changed for a while. */
function useRested(value: string, ms: number): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const later = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(later);
  }, [value, ms]);
  return rested;
}

/** Keeps the search in the URL of the page whose box this is, so that Back and reload restore it. */
function useAddress(query: string, isOwnPage: boolean): void {
  useEffect(() => {
    if (!isOwnPage) return;
    const path = query ? `/?${new URLSearchParams({ q: query })}` : "/";
    if (path !== window.location.pathname + window.location.search) window.history.replaceState(null, "", path);
  }, [query, isOwnPage]);
}

type Option = {
  id: string;
  href: string;
  title: string;
  group: "Skills" | "Threads" | "More";
  note?: string;
  /** The matched words of title and note; threads are matched by the typed text. */
  words?: readonly string[];
  status?: Status;
};

/** The options for a query: skills, threads, and two fixed ones. */
function optionsOf(id: string, query: string, found: Suggestions | undefined): Option[] {
  if (query === "") return [];
  const more = new URLSearchParams({ q: query });
  const nothing = found?.query === query && found.skills.length + found.threads.length === 0;
  const all = { href: `/skills?${more}`, title: "All matching skills", group: "More" } as const;
  const ask = { href: `/ask?${more}`, title: "Ask a question", group: "More" } as const;
  const options: Array<Omit<Option, "id">> = [
    ...(found?.skills ?? []).map(({ canonical_url, title, description, match }) => ({
      href: pathOf(canonical_url),
      title,
      note: match?.excerpt && !match.why.includes("description") ? excerptInWords(match.excerpt) : description,
      words: match?.matched_words ?? [],
      group: "Skills" as const,
    })),
    ...(found?.threads ?? []).map((post) => ({
      href: pathOf(post.canonical_url),
      title: titleInWords(post),
      status: post.status,
      group: "Threads" as const,
    })),
    ...(nothing ? [ask] : [all, ask]),
  ];
  return options.map((option, place) => ({ ...option, id: `${id}-${place}` }));
}

type SuggestionListProps = {
  id: string;
  query: string;
  options: Option[];
  active: string | undefined;
  onActive: (id: string | undefined) => void;
  /** Why this query has no results. */
  trouble: keyof typeof TROUBLES | null;
  /** The options belong to an earlier query; those for this one are loading. */
  stale: boolean;
  found: Suggestions | null;
};

const TROUBLES = {
  offline: "You are offline. Suggestions return when you are back online.",
  failed: "Suggestions are unavailable. Press Enter to search.",
};
const GROUPS = ["Skills", "Threads", "More"] as const;

/** The suggestions as a list box, with a polite announcement for screen readers. */
function SuggestionList({ id, query, options, active, onActive, trouble, stale, found }: SuggestionListProps) {
  const nothing = !trouble && !stale && found !== null && found.skills.length + found.threads.length === 0;
  return (
    <>
      <p role="status" className={trouble ? "px-4 pt-3 text-base text-ink-soft" : "sr-only"}>
        {trouble ? TROUBLES[trouble] : stale || !found ? "" : count(found)}
      </p>
      {nothing && (
        <p className="px-4 pt-3 text-base text-ink-soft">No match. Ask it, and it stays open until answered.</p>
      )}
      <div id={id} role="listbox" aria-label="Suggestions" aria-busy={stale && !trouble} className="py-2">
        {GROUPS.map((group) => {
          const own = options.filter((option) => option.group === group);
          if (own.length === 0) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a list box has groups, not fieldsets.
            <div
              key={group}
              role="group"
              aria-label={group}
              className="border-line not-first:mt-1 not-first:border-t not-first:pt-1"
            >
              <p aria-hidden="true" className="label px-4 pt-1.5 pb-0.5">
                {group}
              </p>
              {own.map((option) => (
                <a
                  key={option.id}
                  id={option.id}
                  href={option.href}
                  role="option"
                  aria-selected={option.id === active}
                  tabIndex={-1}
                  onMouseMove={() => option.id !== active && onActive(option.id)}
                  // The box must keep the focus until the click arrives.
                  onMouseDown={(event) => event.preventDefault()}
                  className="block px-4 py-2 aria-selected:bg-moss-wash"
                >
                  <Line option={option} query={query} />
                </a>
              ))}
            </div>
          );
        })}
      </div>
    </>
  );
}

function Line({ option, query }: { option: Option; query: string }) {
  if (option.group === "More") {
    return (
      <span className="flex flex-wrap items-baseline gap-x-2 text-base">
        <span className="font-semibold">{option.title}</span>
        <bdi className="min-w-0 truncate text-ink-soft">{query}</bdi>
      </span>
    );
  }
  return (
    <>
      <span className="flex items-center gap-3">
        <span dir="auto" className="line-clamp-2 min-w-0 font-semibold text-base leading-snug">
          <Marked text={option.title} words={option.words} typed={option.words ? undefined : query} />
        </span>
        {option.status && (
          <span className="ms-auto shrink-0">
            <ThreadStatus status={option.status} />
          </span>
        )}
      </span>
      {option.note && (
        <span dir="auto" className="line-clamp-1 text-ink-soft text-sm">
          <Marked text={option.note} words={option.words} />
        </span>
      )}
    </>
  );
}

function count({ skills, threads }: Suggestions): string {
  if (skills.length + threads.length === 0) return "No match. You can ask a question.";
  return `${skills.length === 1 ? "1 skill" : `${skills.length} skills`}, ${threads.length === 1 ? "1 thread" : `${threads.length} threads`}.`;
}

type Suggestions = { query: string; skills: SkillSummary[]; threads: Post[] };

const SKILLS = 5;
const THREADS = 3;
/** Shorter words are prefixes of too many titles. */
const THREAD_CHARACTERS_MIN = 3;

/** Skills and threads for an unfinished query. Reads the two lists, which publish and store nothing. */
async function findSuggestions(query: string, signal: AbortSignal): Promise<Suggestions> {
  const [skills, threads] = await Promise.all([
    list<SkillSummary>("/api/v1/skills", query, SKILLS, signal),
    query.length < THREAD_CHARACTERS_MIN ? [] : list<Post>("/api/v1/posts", query, THREADS, signal),
  ]);
  return { query, skills, threads };
}

async function list<T>(path: string, query: string, limit: number, signal: AbortSignal): Promise<T[]> {
  const response = await fetch(`${path}?${new URLSearchParams({ q: query, limit: String(limit) })}`, { signal });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return (await response.json()).data;
}
