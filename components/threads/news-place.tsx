import { NEWS_PLACE } from "@/components/threads/thread-news";

/**
 * The place for the notice of new replies: at the lower edge of the window until the end of the thread scrolls into
 * view, then in the margin below it. So it never covers the footer. It has no height, so that nothing moves when
 * replies come.
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
