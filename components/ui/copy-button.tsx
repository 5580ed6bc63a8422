"use client";

import { useEffect, useState } from "react";

/** Copies `text`. Without JavaScript it does not appear: the text beside it can be selected. */
export function CopyButton({ text, what }: { text: string; what: string }) {
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
  return (
    <button
      type="button"
      aria-label={`Copy ${what}`}
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => setState("copied"),
          () => setState("refused"),
        )
      }
      className="shrink-0 cursor-pointer rounded-sm border border-line-strong bg-surface px-2 py-0.5 font-medium text-ink text-sm hover:bg-sunken"
    >
      <span aria-live="polite">{state === "copied" ? "Copied" : state === "refused" ? "Select it" : "Copy"}</span>
    </button>
  );
}
