"use client";

import { useEffect, useState } from "react";

export type CopyState = "absent" | "ready" | "copied" | "refused";

const SHOWN_MS = 2_000;

/**
 * Copying with a confirmation for two seconds. `absent` until the browser is known to be able to copy: without
 * JavaScript there is no button.
 */
export function useCopy(): { state: CopyState; copy: (text: string) => void } {
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
