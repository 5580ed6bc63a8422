import { NEWS_PLACE } from "@/components/threads/thread-news";

/**
 * Where a thread's page says that replies wait: at the lower edge of the window, until the end of the thread comes up, and
 * then in the margin below it. So it covers no footer. Without a height, because nothing may move when they come.
 */
export function NewsPlace() {
  return (
    <div
      id={NEWS_PLACE}
      aria-live="polite"
      className="no-print sticky bottom-14 z-10 mt-4 flex h-0 items-start justify-center"
    />
  );
}
