type Side = { name: string; at: string; text: string };
type UnifiedDiff = { text: string; lines_added: number; lines_removed: number };

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

/** A run of items that two sequences share, or that one has in place of the other's. */
export type Change =
  | { kind: "same"; older: string[]; newer: string[] }
  | { kind: "changed"; older: string[]; newer: string[] };

/**
 * Maximum work for one gap between anchors (rows times columns), about 10 ms. A larger gap counts as replaced whole.
 */
const CELLS_MAX = 4_000_000;
/** Maximum work for all gaps of one comparison. */
const CELLS_TOTAL_MAX = 8_000_000;

/** What is left of the work for a comparison, which the differences of its texts share. */
export type DiffWork = { cells: number };

export function diffWork(): DiffWork {
  return { cells: CELLS_TOTAL_MAX };
}

/**
 * The changes between two sequences (lines of a text, words of a line), in order. Matches the common prefix and suffix
 * first, then items that each side has once (the anchors of "patience" diff); between them the longest common
 * subsequence decides. The time is bounded, because anyone may request a comparison and the usual table grows with the
 * square of the difference: two texts of four thousand different lines took twelve seconds. A gap too large for the
 * table becomes one replacement, so for texts of thousands of repeated lines the result is correct but not minimal.
 */
export function changesBetween(
  older: readonly string[],
  newer: readonly string[],
  work: DiffWork = diffWork(),
): Change[] {
  const pairs = matchAll(older, newer, work);
  const changes: Change[] = [];
  let [i, j] = [0, 0];
  pairs.push([older.length, newer.length]);
  for (const [at, other] of pairs) {
    if (at > i || other > j) changes.push({ kind: "changed", older: older.slice(i, at), newer: newer.slice(j, other) });
    const item = older[at];
    if (item === undefined) break;
    const before = changes.at(-1);
    if (before?.kind === "same") {
      before.older.push(item);
      before.newer.push(item);
    } else changes.push({ kind: "same", older: [item], newer: [item] });
    [i, j] = [at + 1, other + 1];
  }
  return changes;
}

/** Equal items get the same number: each item is compared thousands of times, and numbers compare faster than texts. */
function numbered(items: readonly string[], numbers: Map<string, number>): Int32Array {
  const result = new Int32Array(items.length);
  for (const [at, item] of items.entries()) {
    const number = numbers.get(item) ?? numbers.size;
    if (number === numbers.size) numbers.set(item, number);
    result[at] = number;
  }
  return result;
}

type Pair = readonly [older: number, newer: number];
type Range = { from: number; to: number };

function matchAll(older: readonly string[], newer: readonly string[], work: DiffWork): Pair[] {
  let start = 0;
  while (start < older.length && start < newer.length && older[start] === newer[start]) start += 1;
  let end = 0;
  const room = Math.min(older.length, newer.length) - start;
  while (end < room && older[older.length - 1 - end] === newer[newer.length - 1 - end]) end += 1;
  const pairs: Pair[] = [];
  for (let k = 0; k < start; k += 1) pairs.push([k, k]);
  if (end < room) matchBetween(older, newer, { start, end }, { pairs, work });
  for (let k = end; k > 0; k -= 1) pairs.push([older.length - k, newer.length - k]);
  return pairs;
}

/** Adds the pairs between the common prefix and suffix. */
function matchBetween(
  older: readonly string[],
  newer: readonly string[],
  { start, end }: { start: number; end: number },
  { pairs, work }: { pairs: Pair[]; work: DiffWork },
): void {
  const numbers = new Map<string, number>();
  const [left, right] = [numbered(older, numbers), numbered(newer, numbers)];
  const [a, b] = [
    { from: start, to: older.length - end },
    { from: start, to: newer.length - end },
  ];
  let [i, j] = [a.from, b.from];
  for (const [at, other] of [...anchors(left, right, a, b), [a.to, b.to] as const]) {
    const size = (at - i) * (other - j);
    if (size > 0 && size <= CELLS_MAX && size <= work.cells) {
      work.cells -= size;
      longestCommon(left, right, { from: i, to: at }, { from: j, to: other }, pairs);
    }
    if (at < a.to) pairs.push([at, other]);
    [i, j] = [at + 1, other + 1];
  }
}

/** Items that each side has exactly once, in a common order: their longest increasing run. */
function anchors(older: Int32Array, newer: Int32Array, a: Range, b: Range): Pair[] {
  const [inOlder, inNewer] = [onlyOnce(older, a), onlyOnce(newer, b)];
  const common: Pair[] = [];
  for (const [item, at] of inOlder) {
    const other = inNewer.get(item);
    if (at >= 0 && other !== undefined && other >= 0) common.push([at, other]);
  }
  const tails: number[] = [];
  const before: number[] = [];
  for (const [k, [, other]] of common.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((common[tails[middle] ?? 0]?.[1] ?? 0) < other) low = middle + 1;
      else high = middle;
    }
    before[k] = tails[low - 1] ?? -1;
    tails[low] = k;
  }
  const run: Pair[] = [];
  for (let k = tails.at(-1) ?? -1; k >= 0; k = before[k] ?? -1) {
    const pair = common[k];
    if (pair) run.push(pair);
  }
  return run.reverse();
}

/** The position of each item, in order; -1 for a repeated one. */
function onlyOnce(items: Int32Array, range: Range): Map<number, number> {
  const places = new Map<number, number>();
  for (let k = range.from; k < range.to; k += 1) {
    const item = items[k] ?? -1;
    places.set(item, places.has(item) ? -1 : k);
  }
  return places;
}

/** Adds the pairs of the longest common subsequence of two ranges. */
function longestCommon(older: Int32Array, newer: Int32Array, a: Range, b: Range, pairs: Pair[]): void {
  const [rows, columns] = [a.to - a.from, b.to - b.from];
  const width = columns + 1;
  // At most CELLS_MAX cells, so no run is longer than 65,535.
  const lengths = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      lengths[at] =
        older[a.from + i] === newer[b.from + j]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  let [i, j] = [0, 0];
  while (i < rows && j < columns) {
    const at = i * width + j;
    if (older[a.from + i] === newer[b.from + j]) {
      pairs.push([a.from + i, b.from + j]);
      [i, j] = [i + 1, j + 1];
    } else if ((lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0)) i += 1;
    else j += 1;
  }
}
