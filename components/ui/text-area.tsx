"use client";

import { type ComponentProps, useEffect, useState } from "react";
import type { TextRange } from "@/components/ui/for-people";

type Props = ComponentProps<"textarea"> & {
  id: string;
  /** What was found wrong in the text that the server drew: it is selected, unless somebody is at work elsewhere by then. */
  wrongAt?: TextRange | undefined;
};

/**
 * A field for a text of several lines. When its code arrives React would put what the server drew over what somebody has typed
 * by then, in this kind of field alone: so it starts from what stands in it.
 */
export function TextArea({ id, defaultValue = "", wrongAt, ...rest }: Props) {
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
