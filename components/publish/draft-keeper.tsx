"use client";

import { useEffect, useState } from "react";
import { DRAFT, NOT_KEPT } from "@/components/publish/publish-fields";
import { buttonClass } from "@/components/ui/controls";
import { keepDraft, keptDraft } from "@/components/ui/drafts";
import { keptToken } from "@/lib/client/token-store";

/**
 * Keeps what is typed into a form in this browser until it is published, and fills in this tab's token. A fresh form is
 * filled with the draft. Shows nothing without JavaScript.
 */
export function DraftKeeper({ form: id, isFresh }: { form: string; isFresh: boolean }) {
  const [hasToken, setHasToken] = useState(false);
  const [hasDraft, setHasDraft] = useState(false);

  useEffect(() => {
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    const token = keptToken();
    const field = fieldOf(form, "token");
    if (token && field && field.value === "") field.value = token;
    setHasToken(token !== null);
    const draft = isFresh ? readDraft() : null;
    if (draft) fill(form, draft);
    setHasDraft(draft !== null);
    const typed = () => setHasDraft(keep(form));
    if (!isFresh) typed();
    form.addEventListener("input", typed);
    return () => form.removeEventListener("input", typed);
  }, [id, isFresh]);

  function forget() {
    keepDraft(DRAFT, "");
    location.assign("/skills/publish");
  }

  return (
    <>
      {hasToken && <p className="mb-4">It is published with the token in this tab, so no name is needed.</p>}
      {hasDraft && (
        <p className="mb-4 flex flex-wrap items-center gap-3 text-base text-ink-soft">
          Your draft is kept in this browser only, until it is published.
          <button type="button" className={buttonClass("quiet")} onClick={forget}>
            Discard the draft
          </button>
        </p>
      )}
    </>
  );
}

type Draft = Array<[name: string, value: string]>;

/** Keeps what is filled in; true when this browser holds a draft now. */
function keep(form: HTMLFormElement): boolean {
  const draft = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !NOT_KEPT.includes(entry[0]),
  );
  const typed = draft.some(([name, value]) => value.trim() !== "" && !name.startsWith("scheme_"));
  const text = typed ? JSON.stringify(draft) : "";
  keepDraft(DRAFT, text);
  // Where storage is full it still holds the draft before.
  return text !== "" && keptDraft(DRAFT) === text;
}

function readDraft(): Draft | null {
  try {
    const kept: unknown = JSON.parse(keptDraft(DRAFT) ?? "null");
    return Array.isArray(kept) ? kept.filter((entry) => Array.isArray(entry) && entry.length === 2) : null;
  } catch {
    return null;
  }
}

/** Fields in which somebody has typed already keep what they hold. */
function fill(form: HTMLFormElement, draft: Draft): void {
  for (const [name, value] of draft) {
    const field = NOT_KEPT.includes(name) ? null : fieldOf(form, String(name));
    if (!field || (field.value !== "" && !(field instanceof HTMLSelectElement))) continue;
    field.value = String(value);
    if (!(field instanceof HTMLSelectElement) && field.value !== "") field.closest("details")?.setAttribute("open", "");
  }
}

function fieldOf(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name);
  const isField =
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement;
  return isField ? field : null;
}
