"use client";

import { type ComponentProps, useState } from "react";

/**
 * A field for a text of several lines. When its code arrives React would put what the server drew over what somebody has typed
 * by then, in this kind of field alone: so it starts from what stands in it.
 */
export function TextArea({ id, defaultValue = "", ...rest }: ComponentProps<"textarea"> & { id: string }) {
  const [start] = useState(() => standsIn(id) ?? defaultValue);
  return <textarea {...rest} id={id} defaultValue={start} suppressHydrationWarning />;
}

function standsIn(id: string): string | null {
  if (typeof document === "undefined") return null;
  const field = document.getElementById(id);
  return field instanceof HTMLTextAreaElement ? field.value : null;
}
