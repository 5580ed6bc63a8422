import { pathOf } from "@/components/address";
import type { Suggestions } from "@/components/search/find-suggestions";
import { excerptInWords } from "@/components/skills/excerpt-in-words";
import { ThreadStatus } from "@/components/threads/thread-status";
import { Marked } from "@/components/ui/marked";
import { titleInWords } from "@/lib/contract/erased-in-words";
import type { ThreadStatus as Status } from "@/lib/contract/primitives";

export type Option = {
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
export function optionsOf(id: string, query: string, found: Suggestions | undefined): Option[] {
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
export function SuggestionList({ id, query, options, active, onActive, trouble, stale, found }: SuggestionListProps) {
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
