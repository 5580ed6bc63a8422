"use client";

import { useEffect, useState } from "react";
import { type OwnQuestion, rememberQuestion } from "@/components/threads/your-questions";
import { fieldClass } from "@/components/ui/controls";
import { keepDraft, keptDraft } from "@/components/ui/drafts";

/** Deletes a draft that has been posted. */
export function ForgetDraft({ name }: { name: string }) {
  useEffect(() => keepDraft(name, ""), [name]);
  return null;
}

/** A draft that can no longer be posted here, so that its writer can copy it. Nothing without one. */
export function KeptDraft({ name }: { name: string }) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => setText(keptDraft(name)), [name]);
  if (text === null) return null;
  return (
    <label className="mt-4 block max-w-2xl">
      <span className="font-semibold text-base">Your text, kept in this browser</span>
      <textarea readOnly rows={5} dir="auto" value={text} className={`${fieldClass} mt-1.5 block`} />
    </label>
  );
}

/** Remembers in this browser that it opened this thread. The page's scripts start at once, to poll for answers. */
export function RememberQuestion({ post_id, title }: OwnQuestion) {
  useEffect(() => rememberQuestion({ post_id, title }), [post_id, title]);
  return <span hidden data-wake="" />;
}
