"use client";

import { useEffect } from "react";

/**
 * Where something takes away what has the focus, the section around it gets it: whoever uses a keyboard or a screen reader goes
 * on from there instead of from the top of the page. Sections that take it have a tabIndex.
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
      // A section that was made anew is another element with the same id.
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
