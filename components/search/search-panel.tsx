"use client";

import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useState } from "react";
import { findSuggestions } from "@/components/search/find-suggestions";
import type { PanelProps } from "@/components/search/instant-search";
import { type Option, optionsOf, SuggestionList } from "@/components/search/suggestion-list";

/** The debounce delay: shorter than the gap between typed keys, longer than that of key repeats and a paste. */
const REST_MS = 10;
const KEEP_MS = 60_000;

const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: KEEP_MS } } });

/** The list below the search box: skills and threads for the current text. Nothing here opens a thread. */
export function SearchPanel(props: PanelProps) {
  return (
    <QueryClientProvider client={client}>
      <Suggestions {...props} />
    </QueryClientProvider>
  );
}

function Suggestions({ id, text, large, active, onActive, keys, onClose }: PanelProps) {
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
