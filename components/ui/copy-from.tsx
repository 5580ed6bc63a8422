"use client";

import { useEffect, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";

/**
 * Copies the text of the element with this id, except text for screen readers only. For texts too long to be sent
 * twice.
 */
export function CopyFrom({ id, what }: { id: string; what: string }) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const copy = document.getElementById(id)?.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return;
    for (const aside of copy.querySelectorAll(".sr-only")) aside.remove();
    setText(copy.textContent);
  }, [id]);
  return text === null ? null : <CopyButton text={text} what={what} />;
}
