import { Script } from "node:vm";

/** Deeper nesting of block quotes, lists and brackets may overflow the stack. Human authors stop at nine. */
const NESTING_MAX = 16;
/** Over all lines: each level of each line is parsed again. */
const LEVELS_MAX = 2_000;
const FOOTNOTES_MAX = 200;
/** Lines that continue a quote or an item without its mark: each is parsed again with all those before it. */
const BARE_LINES_MAX = 2_000;
/** Opening and closing lines of code blocks. */
const FENCES_MAX = 600;

/**
 * The highest CPU time measured for each piece of a document, from the first pass to finished HTML, in microseconds. A
 * table's short rows are padded to its width, so its cells count, not its bars. Marks of one paragraph are matched with
 * each other, so every pair of them counts.
 */
const COSTS = {
  character: 0.25,
  line: 10,
  filledLine: 40,
  block: 110,
  cell: 80,
  mark: 40,
  pairOfMarks: 0.25,
  item: 120,
  heading: 100,
  address: 200,
  /** Without its brackets, which count as marks. */
  link: 200,
  definition: 150,
  escape: 20,
};
/** The limit for one document without highlighting. In 269 skill files from many sources the maximum was 160 ms. */
const COST_MAX = 200_000;
/** With highlighting. */
const ALL_COST_MAX = 230_000;

const MARK = /~~?|[*_[\]`&]|<(?=[a-z!?/])/gi;
/** Marks of quotes and items at the start of a line, with the blanks around them. */
const PREFIX = /^(?:[ \t]|>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$))+/;

/**
 * Whether markdown is ordinary enough to parse: one pass over the text, no parsing. Texts that are slow to parse
 * (thousands of nested quotes, unclosed marks, enormous tables, ten thousand paragraphs) are not.
 */
export function isWithinReason(markdown: string): boolean {
  return colourMsFor(markdown) !== null;
}

/** The CPU milliseconds that a document has left for highlighting; null for one that is too slow to parse. */
export function colourMsFor(markdown: string): number | null {
  if (count(markdown, /\[\^/g) > FOOTNOTES_MAX) return null;
  if (count(markdown, /^ {0,3}(?:```|~~~)/gm) > FENCES_MAX) return null;
  let cost = COSTS.character * markdown.length;
  let [levels, bareLines] = [0, 0];
  let paragraph = { ...EMPTY };
  for (const line of markdown.split(/\r\n?|\n/)) {
    const opened = opens(line);
    levels += opened;
    if (opened > NESTING_MAX || levels > LEVELS_MAX || /[[(]{40,}/.test(line)) return null;
    cost += COSTS.line;
    if (line.trim() === "") paragraph = { ...EMPTY };
    else {
      if (opened > 0) paragraph.isInside = true;
      else if (paragraph.isInside) bareLines += 1;
      cost += costOf(line, paragraph);
    }
    if (cost > COST_MAX || bareLines > BARE_LINES_MAX) return null;
  }
  return (ALL_COST_MAX - cost) / 1_000;
}

type Paragraph = { lines: number; marks: number; columns: number; isInside: boolean };
const EMPTY: Paragraph = { lines: 0, marks: 0, columns: 0, isInside: false };

/** The cost of a non-blank line after `paragraph`; adds the line to it. */
function costOf(line: string, paragraph: Paragraph): number {
  const prefix = PREFIX.exec(line)?.[0] ?? "";
  const rest = line.slice(prefix.length);
  const marks = count(line, MARK);
  const pairs = marks * (2 * paragraph.marks + marks);
  const items = count(prefix, /[*+\-.)]/g);
  const isHeading = /^#{1,6}(?=[ \t]|$)/.test(rest) || (paragraph.lines > 0 && /^(?:=+|-+)[ \t]*$/.test(rest));
  const isBlock = paragraph.lines === 0 || prefix.trim() !== "";
  const cells = cellsOf(line, rest, paragraph);
  paragraph.lines += 1;
  paragraph.marks += marks;
  return (
    COSTS.filledLine +
    (isBlock ? COSTS.block : 0) +
    (isHeading ? COSTS.heading : 0) +
    COSTS.cell * cells +
    COSTS.mark * marks +
    COSTS.pairOfMarks * pairs +
    COSTS.item * items +
    // Each beginning of a bare address is scanned several times.
    COSTS.address * count(line, /www\.|https?:|@/gi) +
    COSTS.link * count(line, /\][([]/g) +
    COSTS.escape * count(line, /\\/g) +
    (/^\[[^\]]*\]:/.test(rest) ? COSTS.definition : 0)
  );
}

/**
 * The cells that a line adds: two rows of them with the row of dashes, then for each row as many as the table is wide.
 */
function cellsOf(line: string, rest: string, paragraph: Paragraph): number {
  const bars = count(line, /\|/g);
  if (paragraph.columns > 0) return Math.max(paragraph.columns, bars);
  // Each line with a bar may start a table: it is parsed as one before it is parsed as text.
  if (paragraph.lines === 0 || !/^[-:| \t]*-[-:| \t]*$/.test(rest) || !/[|:]/.test(rest)) return Math.min(bars, 1);
  paragraph.columns = bars + 1;
  return 2 * paragraph.columns;
}

/** How many levels a line may open: quote and list marks at its start, and list levels by its indentation. */
function opens(line: string): number {
  if (/^\s{0,3}([*_-])(?:\s*\1)+\s*$/.test(line)) return 0;
  const marks = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$)))*/.exec(line)?.[0] ?? "";
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  const isItem = /^[ \t]*(?:[*+-]|\d{1,9}[.)])[ \t]/.test(line);
  return marks.replace(/[\s\d]/g, "").length + (isItem ? indent.length / 2 : 0);
}

function count(line: string, mark: RegExp): number {
  return line.match(mark)?.length ?? 0;
}

/** Milliseconds used since the start. */
export type Spent = () => number;

const WORK = Symbol.for("cairn.limited-work");
const script = new Script('globalThis[Symbol.for("cairn.limited-work")]()');

/**
 * Measures CPU time from now on: never more than wall-clock time, and never more than this process has used. Time that
 * the machine gives to others does not count.
 */
export function stopwatch(): Spent {
  const [clock, processor] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(processor);
    return Math.min(performance.now() - clock, (user + system) / 1_000);
  };
}

/**
 * Runs synchronous work with a wall-clock limit and aborts it after that, even inside a regular expression. Null when
 * it was aborted: state that the work was changing is then unreliable. Throws the errors of the work.
 */
export function within<T>(ms: number, work: () => T): T | null {
  try {
    Object.assign(globalThis, { [WORK]: work });
    return script.runInThisContext({ timeout: Math.max(1, Math.ceil(ms)) });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
    throw error;
  } finally {
    Object.assign(globalThis, { [WORK]: undefined });
  }
}
