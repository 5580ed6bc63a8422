"use client";

import { useEffect, useState } from "react";

/** Copies the address of this page with an anchor in it. Without JavaScript it does not appear: the link beside it is the same. */
export function CopyLink({ id }: { id: string }) {
  const [state, setState] = useState<"absent" | "ready" | "copied" | "refused">("absent");
  useEffect(() => {
    if (navigator.clipboard) setState("ready");
  }, []);
  useEffect(() => {
    if (state !== "copied" && state !== "refused") return;
    const later = setTimeout(() => setState("ready"), 2_000);
    return () => clearTimeout(later);
  }, [state]);

  if (state === "absent") return null;
  const { origin, pathname, search } = window.location;
  return (
    <button
      type="button"
      aria-label="Copy the link to this message"
      onClick={() =>
        navigator.clipboard.writeText(`${origin}${pathname}${search}#${id}`).then(
          () => setState("copied"),
          () => setState("refused"),
        )
      }
      className="no-print cursor-pointer text-ink-soft text-sm hover:text-ink hover:underline"
    >
      <span aria-live="polite">{state === "copied" ? "Copied" : state === "refused" ? "Not copied" : "Copy link"}</span>
    </button>
  );
}
