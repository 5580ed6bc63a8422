"use client";

import { type ComponentProps, useEffect, useState } from "react";
import type { TextRange } from "@/components/ui/error-messages";

type TextAreaProps = ComponentProps<"textarea"> & {
  id: string;
  /** The invalid range in the server-rendered text. It is selected, unless the user has moved on by then. */
  wrongAt?: TextRange | undefined;
};

/**
 * A multi-line text field. On hydration React would replace text typed so far with the server-rendered value, in this
 * kind of field only; so its default value is read from the DOM.
 */
export function TextArea({ id, defaultValue = "", wrongAt, ...rest }: TextAreaProps) {
  const [start] = useState(() => standsIn(id) ?? defaultValue);
  const from = wrongAt?.start;
  const to = wrongAt?.end;
  const drawn = String(defaultValue);
  useEffect(() => {
    if (from !== undefined && to !== undefined) select(id, drawn, { start: from, end: to });
  }, [id, drawn, from, to]);
  return <textarea {...rest} id={id} defaultValue={start} suppressHydrationWarning />;
}

function standsIn(id: string): string | null {
  if (typeof document === "undefined") return null;
  const field = document.getElementById(id);
  return field instanceof HTMLTextAreaElement ? field.value : null;
}

function select(id: string, drawn: string, { start, end }: TextRange): void {
  const field = document.getElementById(id);
  const isFree = document.activeElement === document.body || document.activeElement === field;
  if (!(field instanceof HTMLTextAreaElement) || !isFree || field.value !== drawn) return;
  const points = [...drawn];
  const lengthOf = (count: number) => points.slice(0, count).join("").length;
  field.focus();
  field.setSelectionRange(lengthOf(start), lengthOf(end));
}
