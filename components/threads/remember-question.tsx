"use client";

import { useEffect } from "react";
import { type OwnQuestion, rememberQuestion } from "@/components/threads/your-questions";

/** Remembers in this browser that it opened this thread. The page's scripts start at once, to poll for answers. */
export function RememberQuestion({ post_id, title }: OwnQuestion) {
  useEffect(() => rememberQuestion({ post_id, title }), [post_id, title]);
  return <span hidden data-wake="" />;
}
