"use client";

import { useEffect, useState } from "react";

declare global {
  interface Window {
    /** Set by lib/http/late-scripts. */
    firstKey?: KeyboardEvent | undefined;
  }
}

const PLACE = "cairn.search-keys";

/** The keys that lead to the search box from anywhere, and the button that switches them off for this browser. */
export function SearchKeys() {
  const [on, setOn] = useState<boolean | null>(null);
  useEffect(() => setOn(kept() !== "off"), []);
  useEffect(() => {
    if (!on) return;
    document.addEventListener("keydown", toSearch);
    // The key that woke this page came before this code.
    if (window.firstKey) toSearch(window.firstKey);
    window.firstKey = undefined;
    return () => document.removeEventListener("keydown", toSearch);
  }, [on]);

  if (on === null) return null;
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => {
        keep(on ? "off" : "on");
        setOn(!on);
      }}
      className="cursor-pointer hover:text-ink hover:underline"
    >
      Search keys <kbd className="font-mono text-sm">/</kbd> and <kbd className="font-mono text-sm">Ctrl K</kbd>:{" "}
      {on ? "on" : "off"}
    </button>
  );
}

function toSearch(event: KeyboardEvent): void {
  const isCommand = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && event.key === "k";
  const isSlash = event.key === "/" && !event.metaKey && !event.ctrlKey && !event.altKey && !isTyping(event.target);
  if (!isCommand && !isSlash) return;
  event.preventDefault();
  const box = [...document.querySelectorAll<HTMLInputElement>("search input[name=q]")].find((each) =>
    each.checkVisibility(),
  );
  // The desk and failed pages may have none.
  if (!box) window.location.assign("/skills");
  box?.focus();
  box?.select();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function kept(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

function keep(value: string): void {
  try {
    localStorage.setItem(PLACE, value);
  } catch {
    // It then holds until the next page.
  }
}
