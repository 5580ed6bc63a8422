import { type Change, changesBetween, type DiffWork } from "@/lib/text/diff/line-changes";

export type Side = { name: string; at: string; text: string };
export type UnifiedDiff = { text: string; lines_added: number; lines_removed: number };

const CONTEXT_LINES = 3;
const NO_NEWLINE = "\\ No newline at end of file";

/**
 * The changes from `from` to `to` as a unified diff that `patch` accepts; empty without changes. Lines end with LF.
 * Several texts may share `work`.
 */
export function unifiedDiff(from: Side, to: Side, work?: DiffWork): UnifiedDiff {
  const changes = changesBetween(linesOf(from.text), linesOf(to.text), work);
  const changed = changes.filter(({ kind }) => kind === "changed");
  const count = (side: "older" | "newer") => changed.reduce((sum, change) => sum + change[side].length, 0);
  const hunks = hunksOf(changes);
  const text =
    hunks.length === 0 ? "" : [head("---", from), head("+++", to), ...hunks.map(print)].join("\n").concat("\n");
  return { text, lines_added: count("newer"), lines_removed: count("older") };
}

/**
 * The lines of a text including their line ends, so that a last line without one differs from the same line with one.
 */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

type Hunk = { older: number; newer: number; lines: Array<{ mark: " " | "-" | "+"; line: string }> };

/** Changes with their context; changes with touching contexts share a hunk. Line numbers count from 0. */
function hunksOf(changes: Change[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [older, newer] = [0, 0];
  let open: Hunk | null = null;
  for (const [place, change] of changes.entries()) {
    if (change.kind === "changed") {
      open ??= { older, newer, lines: [] };
      for (const line of change.older) open.lines.push({ mark: "-", line });
      for (const line of change.newer) open.lines.push({ mark: "+", line });
    } else {
      const isLast = place === changes.length - 1;
      const joins = open !== null && !isLast && change.older.length <= 2 * CONTEXT_LINES;
      if (open) {
        const after = joins ? change.older : change.older.slice(0, CONTEXT_LINES);
        for (const line of after) open.lines.push({ mark: " ", line });
      }
      if (!joins) {
        if (open) hunks.push(open);
        const before = isLast ? [] : change.older.slice(-CONTEXT_LINES);
        const skipped = change.older.length - before.length;
        open = isLast
          ? null
          : {
              older: older + skipped,
              newer: newer + skipped,
              lines: before.map((line) => ({ mark: " " as const, line })),
            };
      }
    }
    older += change.older.length;
    newer += change.newer.length;
  }
  return open ? [...hunks, open] : hunks;
}

function print({ older, newer, lines }: Hunk): string {
  const range = (start: number, mark: "-" | "+") => {
    const length = lines.filter((line) => line.mark !== (mark === "-" ? "+" : "-")).length;
    // An empty side names the line before it.
    const first = length === 0 ? start : start + 1;
    return length === 1 ? `${mark}${first}` : `${mark}${first},${length}`;
  };
  return [
    `@@ ${range(older, "-")} ${range(newer, "+")} @@`,
    ...lines.flatMap(({ mark, line }) =>
      line.endsWith("\n") ? [mark + line.slice(0, -1)] : [mark + line, NO_NEWLINE],
    ),
  ].join("\n");
}

function head(mark: "---" | "+++", { name, at }: Side): string {
  return `${mark} ${name}\t${at}`;
}
