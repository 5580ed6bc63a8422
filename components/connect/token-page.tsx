"use client";

import { type ComponentType, type FormEvent, lazy, useEffect, useId, useRef, useState } from "react";
import { buttonClass, FieldError, fieldClass } from "@/components/ui/controls";
import type { Notice } from "@/components/ui/error-messages";
import { NoticeBox, tell } from "@/components/ui/notice-box";
import { callApi } from "@/lib/client/call-api";

/**
 * A field for a token, which no browser stores, and the action for a valid one; a refused token stays in the field.
 * Does nothing when empty.
 */
export function TokenForm({
  label,
  action,
  className,
  onToken,
}: {
  label: string;
  action: string;
  className: string;
  onToken: (token: string) => void;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Notice | null>(null);

  async function take(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const pasted = String(new FormData(event.currentTarget).get("token") ?? "").trim();
    if (!pasted) return;
    setBusy(true);
    const { refusal } = await callApi("/api/v1/connections/self", { token: pasted });
    setSaid(refusal && (await tell(refusal)));
    setBusy(false);
    if (refusal) field.current?.focus();
    else onToken(pasted);
  }

  return (
    <form onSubmit={take} autoComplete="off" className={className}>
      <div className="flex flex-wrap items-end gap-3">
        <label className="min-w-0 flex-1 basis-72">
          <span className="font-semibold text-base">{label}</span>
          <input
            ref={field}
            name="token"
            type="password"
            required
            autoComplete="off"
            spellCheck={false}
            aria-invalid={said !== null || undefined}
            aria-describedby={said ? id : undefined}
            placeholder="ck_…"
            className={`${fieldClass} mt-1 font-mono`}
          />
        </label>
        <button type="submit" aria-disabled={busy} className={buttonClass("primary")}>
          {action}
        </button>
      </div>
      {said && <FieldError id={id}>{inOneLine(said)}</FieldError>}
    </form>
  );
}

function inOneLine({ title, detail, next_step }: Notice): string {
  return [`${title}.`, detail, next_step].filter(Boolean).join(" ");
}

/**
 * A lazily loaded part. If loading fails, after a new build or offline, it says so in its place: the rest of the page
 * may show content that cannot be loaded again.
 */
export function lazySection<P extends object>(fetchPart: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => fetchPart().catch(() => ({ default: Missing })));
}

function Missing() {
  return (
    <div className="mt-6 max-w-2xl">
      <NoticeBox
        told={{
          title: "This part of the page could not be loaded",
          detail: "",
          next_step: "If a token is shown here, copy it first, then reload the page.",
        }}
      />
    </div>
  );
}

/**
 * When the focused element disappears, the focus moves to its section, so that keyboard and screen reader users
 * continue there instead of at the top of the page. Such sections have a tabIndex.
 */
export function useHeldFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let home: Element | null = null;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = target;
      home = target.closest("section[tabindex], main");
    };
    const watch = new MutationObserver(() => {
      if (!home || last?.isConnected || document.activeElement !== document.body) return;
      // A recreated section is another element with the same id.
      const now = home.isConnected ? home : document.getElementById(home.id);
      if (now instanceof HTMLElement) now.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", note);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", note);
      watch.disconnect();
    };
  }, []);
}
