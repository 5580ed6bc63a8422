"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { buttonClass } from "@/components/ui/button";

/** A button for what cannot be undone: it asks once more, beside itself, before it acts. */
export function SureButton({
  children,
  question,
  yes,
  busy = false,
  onSure,
}: {
  children: ReactNode;
  question: string;
  yes: string;
  busy?: boolean;
  onSure: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) keep.current?.focus();
  }, [asking]);

  if (!asking) {
    return (
      <button type="button" disabled={busy} className={buttonClass("quiet")} onClick={() => setAsking(true)}>
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
            setAsking(false);
            onSure();
          }}
        >
          {yes}
        </button>
        <button type="button" ref={keep} className={buttonClass("quiet")} onClick={() => setAsking(false)}>
          Keep it as it is
        </button>
      </div>
    </div>
  );
}
