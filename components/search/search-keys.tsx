"use client";

import { useEffect, useState } from "react";
import { SEARCH_KEYS_PLACE } from "@/lib/contract/search-keys-place";

declare global {
  interface Window {
    /** Set and read by lib/server/pages/deferred-scripts. */
    searchKeysOff?: boolean;
  }
}

/** The button that switches the search keys off for this browser. Its space is reserved until it works. */
export function SearchKeys() {
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
