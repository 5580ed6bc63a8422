"use client";

import { useCopy } from "@/components/ui/use-copy";

/**
 * Copies `text`. Its space is reserved until the browser is known to be able to copy; the text beside it can be
 * selected.
 */
export function CopyButton({ text, what, className = "" }: { text: string; what: string; className?: string }) {
  const { state, copy } = useCopy();
  return (
    <button
      type="button"
      onClick={() => copy(text)}
      className={`shrink-0 cursor-pointer rounded-sm border border-line-strong bg-surface px-2 py-0.5 font-medium text-ink text-sm hover:bg-sunken ${className} ${state === "absent" ? "invisible noscript:hidden" : ""}`}
    >
      <span aria-live="polite">{state === "copied" ? "Copied" : state === "refused" ? "Select it" : "Copy"}</span>{" "}
      <span className="sr-only">{what}</span>
    </button>
  );
}
