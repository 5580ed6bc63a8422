"use client";

import { useEffect } from "react";

/**
 * When the focused element disappears, the focus moves to its section, so that keyboard and screen reader users
 * continue there instead of at the top of the page. Such sections have a tabIndex.
 */
export function useHeldFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let home: Element | null = null;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = target;
      home = target.closest("section[tabindex], main");
    };
    const watch = new MutationObserver(() => {
      if (!home || last?.isConnected || document.activeElement !== document.body) return;
      // A recreated section is another element with the same id.
      const now = home.isConnected ? home : document.getElementById(home.id);
      if (now instanceof HTMLElement) now.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", note);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", note);
      watch.disconnect();
    };
  }, []);
}
