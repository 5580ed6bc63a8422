"use client";

import { useEffect } from "react";

const SHOWN_MS = 2_000;

/** Makes every `CopyLink` of the page work, including those added later. */
export function CopyLinks() {
  useEffect(() => {
    if (!navigator.clipboard) return;
    document.documentElement.dataset.canCopy = "";
    document.addEventListener("click", copy);
    return () => document.removeEventListener("click", copy);
  }, []);
  return null;
}

function copy(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest(".copy-link") : null;
  const words = button?.firstElementChild;
  const id = button?.closest("[id^=msg_]")?.id;
  if (!words || !id) return;
  const { origin, pathname, search } = window.location;
  navigator.clipboard.writeText(`${origin}${pathname}${search}#${id}`).then(
    () => say("Copied"),
    () => say("Not copied"),
  );
  setTimeout(() => say("Copy link"), SHOWN_MS);

  function say(text: string): void {
    if (words) words.textContent = text;
  }
}
