"use client";

import { type ReactNode, useEffect, useState } from "react";
import { hearThread } from "@/components/threads/thread-news";

/** Shows its content only once the thread has a reply: at once, or when one arrives while the page is open. */
export function WhenAnswered({ reply_count, children }: { reply_count: number; children: ReactNode }) {
  const [isAnswered, setAnswered] = useState(reply_count > 0);
  useEffect(() => hearThread((news) => setAnswered(news.reply_count > 0)), []);
  return isAnswered ? children : null;
}
