"use client";

import { useEffect, useState } from "react";
import { fieldClass } from "@/components/ui/button";
import { keptDraft } from "@/components/ui/drafts";

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
