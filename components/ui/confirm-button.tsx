"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { buttonClass } from "@/components/ui/controls";

/** A button for irreversible actions: it asks for confirmation beside itself before it acts. */
export function ConfirmButton({
  children,
  question,
  yes,
  busy,
  onSure,
}: {
  children: ReactNode;
  question: string;
  yes: string;
  busy: boolean;
  onSure: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) keep.current?.focus();
  }, [asking]);
  const ask = (now: boolean) => {
    setAsking(now);
    setAsked(true);
  };

  if (!asking) {
    return (
      <button
        type="button"
        aria-disabled={busy}
        // biome-ignore lint/a11y/noAutofocus: the button returns in place of the question.
        autoFocus={asked}
        className={buttonClass("quiet")}
        onClick={() => ask(!busy)}
      >
        {children}
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of the form around it.
    <div role="group" aria-label={question} className="rounded-md border border-rust/40 bg-rust-wash p-4">
      <p className="text-base">{question}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <button
          type="button"
          className={buttonClass("danger")}
          onClick={() => {
            ask(false);
            onSure();
          }}
        >
          {yes}
        </button>
        <button type="button" ref={keep} className={buttonClass("quiet")} onClick={() => ask(false)}>
          Cancel
        </button>
      </div>
    </div>
  );
}
