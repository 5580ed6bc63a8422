import type { Problem } from "@/components/threads/rewrite-prose";
import { fieldClass } from "@/components/ui/button";

/**
 * The text of a field behind the field, invisible but for the marks below what cannot be posted. It also gives the field
 * its height, so that the text never scrolls away from its marks.
 */
export function ProseMirror(props: { text: string; problems: Problem[]; rows: number; className: string }) {
  const { text, problems, rows, className } = props;
  return (
    <div
      aria-hidden="true"
      dir="auto"
      className={`${fieldClass} ${className} pointer-events-none whitespace-pre-wrap break-words border-transparent text-transparent`}
      style={{ minHeight: `calc(${rows}lh + 0.75rem + 2px)` }}
    >
      {piecesOf(text, problems).map(({ start, words, kind }) =>
        kind ? (
          <mark
            key={start}
            className={`bg-rust-wash text-transparent underline decoration-2 decoration-rust ${kind === "invisible" ? "outline-2 outline-rust" : ""}`}
          >
            {words}
          </mark>
        ) : (
          words
        ),
      )}
      {/* A last empty line has no height of its own. */}
      {"\u200B"}
    </div>
  );
}

/** The text in pieces, each wholly inside or outside of the problems. */
function piecesOf(text: string, problems: Problem[]) {
  const edges = [...new Set([0, text.length, ...problems.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  );
  return edges.slice(0, -1).map((start, place) => {
    const end = edges[place + 1] ?? text.length;
    return {
      start,
      words: text.slice(start, end),
      kind: problems.find((problem) => problem.start <= start && problem.end >= end)?.kind,
    };
  });
}
