"use client";

import { useEffect, useState } from "react";

export type CopyState = "absent" | "ready" | "copied" | "refused";

const SHOWN_MS = 2_000;

/**
 * Copying with an answer that stays for two seconds. `absent` until a browser that can copy has said so: without
 * JavaScript there is nothing to press.
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
