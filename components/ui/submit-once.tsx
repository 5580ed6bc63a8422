"use client";

import { useEffect, useRef } from "react";

/** How long an answer may take before the form can be sent again. */
const AGAIN_MS = 5_000;

/** Belongs inside a form: a second click while the first is being answered sends nothing. */
export function SubmitOnce() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    let sentAt = Number.NEGATIVE_INFINITY;
    const onSubmit = (event: Event) => {
      if (performance.now() - sentAt < AGAIN_MS) event.preventDefault();
      else sentAt = performance.now();
    };
    // Back shows the page as it was left.
    const onShow = () => {
      sentAt = Number.NEGATIVE_INFINITY;
    };
    form?.addEventListener("submit", onSubmit);
    addEventListener("pageshow", onShow);
    return () => {
      form?.removeEventListener("submit", onSubmit);
      removeEventListener("pageshow", onShow);
    };
  }, []);
  return <span ref={place} hidden />;
}
