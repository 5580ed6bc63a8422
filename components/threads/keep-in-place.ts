import { flushSync } from "react-dom";

/**
 * Makes a change to the page while the text field in which the reader writes stays where it is in the window: what the
 * change adds above it is scrolled away, and a page that is too short for that gets room at its end.
 */
export function keepInPlace(change: () => void): void {
  const field = writtenField();
  if (!field) {
    flushSync(change);
    return;
  }
  const { top } = field.getBoundingClientRect();
  flushSync(change);
  const moved = field.getBoundingClientRect().top - top;
  if (moved === 0) return;
  const { scrollHeight, clientHeight } = document.documentElement;
  const missing = window.scrollY + moved + clientHeight - scrollHeight;
  if (missing > 0) document.body.style.minHeight = `${Math.ceil(scrollHeight + missing)}px`;
  window.scrollBy({ top: moved, behavior: "instant" });
}

/** The field in the window in which the reader writes on this page. */
function writtenField(): Element | null {
  const field = document.activeElement?.closest("main textarea, main input:not([type=radio], [type=checkbox])");
  if (!field) return null;
  const { top, bottom } = field.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight ? field : null;
}
