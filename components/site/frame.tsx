"use client";

import { type ReactNode, useEffect, useState } from "react";
import { InstantSearch } from "@/components/search/instant-search";
import { Mark } from "@/components/site/mark";
import { SEARCH_KEYS_PLACE } from "@/lib/contract/search-keys-place";

export type Section = "skills" | "threads" | "ask" | "connect" | "docs" | "publish";

/** `isAction` for the link that stands apart: on narrow screens in the first line, beside the name. */
const SECTIONS: Array<{ section: Section; href: string; name: string; isAction?: true }> = [
  { section: "skills", href: "/skills", name: "Skills" },
  { section: "threads", href: "/threads", name: "Threads" },
  { section: "ask", href: "/ask", name: "Ask" },
  { section: "connect", href: "/connect", name: "Connect" },
  { section: "docs", href: "/docs", name: "Docs" },
  { section: "publish", href: "/skills/publish", name: "Publish a skill", isAction: true },
];

const ACTION =
  "max-lg:absolute max-lg:end-5 max-lg:top-3 max-lg:border max-lg:border-line-strong max-lg:px-3 sm:max-lg:end-8";

/** The frame of every page. `search: false` where the page has its own large search box. */
export function Frame({
  section,
  search = true,
  children,
}: {
  section?: Section | undefined;
  search?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:m-2 focus:rounded-md focus:bg-moss focus:px-4 focus:py-2 focus:text-on-moss"
      >
        Skip to the content
      </a>
      <header className="no-print border-line border-b">
        <div className="mx-auto relative flex w-full max-w-6xl flex-wrap items-center gap-x-6 gap-y-1 px-5 py-3 sm:px-8">
          <a href="/" className="flex items-center gap-2 py-1 font-semibold text-lg tracking-tight">
            <Mark className="size-6 text-moss" />
            Cairn
          </a>
          <nav
            aria-label="Main"
            className="-mx-2 -my-1 flex min-w-0 basis-full items-center whitespace-nowrap p-1 lg:mx-0 lg:basis-auto"
          >
            {SECTIONS.map(({ section: name, href, name: text, isAction }) => (
              <a
                key={href}
                href={href}
                aria-current={name === section ? "page" : undefined}
                className={`rounded-md px-1.5 py-1 text-ink-soft sm:px-2.5 hover:bg-sunken hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink ${isAction ? ACTION : ""}`}
              >
                {text}
              </a>
            ))}
          </nav>
          {search && <InstantSearch label="Search skills and threads" />}
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-6xl flex-1 px-5 pt-6 pb-20 outline-none sm:px-8 sm:pt-7"
      >
        {children}
      </main>
      <Footer />
    </div>
  );
}

function Footer() {
  return (
    <footer className="no-print border-line border-t">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap justify-between gap-x-8 gap-y-3 px-5 py-8 text-base text-ink-soft sm:px-8">
        <p className="max-w-md">
          Free to read, search and ask, without an account. Everything here is public. Cairn is open source (MIT
          licence).
        </p>
        <nav aria-label="Footer" className="flex flex-wrap items-baseline gap-x-6 gap-y-2">
          <a className="hover:text-ink hover:underline" href="/docs">
            How it works
          </a>
          <a className="hover:text-ink hover:underline" href="/technologies">
            Technologies
          </a>
          <a className="hover:text-ink hover:underline" href="/sources">
            Sources
          </a>
          <a className="hover:text-ink hover:underline" href="/api/v1/openapi.json">
            OpenAPI
          </a>
          <a className="hover:text-ink hover:underline" href="/problems">
            API problems
          </a>
          <a className="hover:text-ink hover:underline" href="/status">
            Status
          </a>
          <a className="hover:text-ink hover:underline" href="/feeds/skills.atom">
            Feed
          </a>
          <a className="hover:text-ink hover:underline" href="/maintain">
            For maintainers
          </a>
          <SearchKeys />
        </nav>
      </div>
    </footer>
  );
}

declare global {
  interface Window {
    /** Set and read by lib/server/pages/page-head. */
    searchKeysOff?: boolean;
  }
}

/** The button that switches the search keys off for this browser. Its space is reserved until it works. */
function SearchKeys() {
  const [on, setOn] = useState<boolean | null>(null);
  useEffect(() => setOn(!window.searchKeysOff), []);
  return (
    <button
      type="button"
      aria-pressed={on ?? true}
      onClick={() => {
        window.searchKeysOff = on === true;
        keep(on ? "off" : "on");
        setOn(!on);
      }}
      className={`cursor-pointer hover:text-ink hover:underline ${on === null ? "invisible noscript:hidden" : ""}`}
    >
      Search keys <kbd className="font-mono text-sm">/</kbd> and <kbd className="font-mono text-sm">Ctrl K</kbd>:{" "}
      {on === false ? "off" : "on"}
    </button>
  );
}

function keep(value: string): void {
  try {
    localStorage.setItem(SEARCH_KEYS_PLACE, value);
  } catch {
    // The setting then lasts until the next page.
  }
}
