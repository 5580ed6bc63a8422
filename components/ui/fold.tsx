import type { ReactNode } from "react";

/**
 * A part of the page that narrow screens fold behind one line; beside the content of a wide screen it is always open.
 * Styled in app/globals.css. `open` unfolds it from the start, where a link may lead into it.
 */
export function Fold({ summary, open = false, children }: { summary: ReactNode; open?: boolean; children: ReactNode }) {
  return (
    <>
      <details open={open} className="fold rounded-md border border-line px-4 py-2">
        <summary className="font-semibold">{summary}</summary>
      </details>
      <div className="folded">{children}</div>
    </>
  );
}
