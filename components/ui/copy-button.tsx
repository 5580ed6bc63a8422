"use client";

import { useEffect, useState } from "react";

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

/**
 * Copies the text of the element with this id, except text for screen readers only. For texts too long to be sent
 * twice.
 */
export function CopyFrom({ id, what }: { id: string; what: string }) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const copy = document.getElementById(id)?.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return;
    for (const aside of copy.querySelectorAll(".sr-only")) aside.remove();
    setText(copy.textContent);
  }, [id]);
  return text === null ? null : <CopyButton text={text} what={what} />;
}

type CopyState = "absent" | "ready" | "copied" | "refused";

const SHOWN_MS = 2_000;

/**
 * Copying with a confirmation for two seconds. `absent` until the browser is known to be able to copy: without
 * JavaScript there is no button.
 */
function useCopy(): { state: CopyState; copy: (text: string) => void } {
  const [state, setState] = useState<CopyState>("absent");
  useEffect(() => {
    if (navigator.clipboard) setState("ready");
  }, []);
  useEffect(() => {
    if (state !== "copied" && state !== "refused") return;
    const later = setTimeout(() => setState("ready"), SHOWN_MS);
    return () => clearTimeout(later);
  }, [state]);
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  };
  return { state, copy };
}
