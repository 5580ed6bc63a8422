"use client";

import { useCopy } from "@/components/ui/use-copy";

/** Copies the address of this page with an anchor in it. Without JavaScript it does not appear: the link beside it is the same. */
export function CopyLink({ id }: { id: string }) {
  const { state, copy } = useCopy();
  if (state === "absent") return null;
  const { origin, pathname, search } = window.location;
  return (
    <button
      type="button"
      aria-label="Copy the link to this message"
      onClick={() => copy(`${origin}${pathname}${search}#${id}`)}
      className="no-print cursor-pointer text-ink-soft text-sm hover:text-ink hover:underline"
    >
      <span aria-live="polite">{state === "copied" ? "Copied" : state === "refused" ? "Not copied" : "Copy link"}</span>
    </button>
  );
}
