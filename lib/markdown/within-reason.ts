/** Block quotes, lists and brackets nested deeper than this recurse deeper than the stack likes. People stop at nine. */
const NESTING_MAX = 16;
/** Emphasis, link and strike-through marks in one paragraph. Matching them takes time that grows with their square. */
const MARKS_IN_PARAGRAPH_MAX = 2_000;
/** A short row is filled up to the width of its table: a few kilobytes can ask for a million cells. */
const TABLE_COLUMNS_MAX = 100;
const TABLE_CELLS_MAX = 10_000;
/** Of a whole document. In 269 skill files from everywhere the most were 1,089 marks, 431 items, 154 headings, 66 addresses. */
const MARKS_MAX = 2_500;
const ITEMS_MAX = 600;
const HEADINGS_MAX = 250;
const ADDRESSES_MAX = 500;
/** Of all lines together: each level of each line is looked at again. */
const LEVELS_MAX = 2_000;
const FOOTNOTES_MAX = 200;
/** Lines that go on with a quote or an item without its mark: each is looked at again with all those before it. */
const BARE_LINES_MAX = 2_000;
/** Opening and closing lines of code blocks. */
const FENCES_MAX = 600;

const MARK = /~~?|[*_[\]`&]|<(?=[a-z!?/])/gi;

/**
 * Whether markdown is ordinary enough to parse: one pass over the text, no parsing. Inputs that
 * parsers are slow at (thousands of nested quotes, unclosed marks, enormous tables) are not.
 */
export function isWithinReason(markdown: string): boolean {
  if (count(markdown, /\[\^/g) > FOOTNOTES_MAX) return false;
  if (count(markdown, /^ {0,3}(?:```|~~~)/gm) > FENCES_MAX) return false;
  if (count(markdown, /^[ \t>]*(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$)/gm) > ITEMS_MAX) return false;
  if (count(markdown, /^[ \t>]*#{1,6}(?=[ \t]|$)/gm) > HEADINGS_MAX) return false;
  // Each beginning of a bare address is looked at several times.
  if (count(markdown, /www\.|https?:|@/gi) > ADDRESSES_MAX) return false;
  if (count(markdown, MARK) > MARKS_MAX) return false;
  let [levels, bareLines, underlined] = [0, 0, 0];
  let paragraph = { ...EMPTY };
  let before = "";
  for (const line of markdown.split(/\r\n?|\n/)) {
    const opened = opens(line);
    levels += opened;
    if (opened > NESTING_MAX || levels > LEVELS_MAX || /[[(]{40,}/.test(line)) return false;
    if (before !== "" && /^[ \t>]*(?:=+|-+)[ \t]*$/.test(line)) underlined += 1;
    before = line.trim();
    if (before === "") paragraph = { ...EMPTY };
    if (opened > 0) paragraph.isInside = true;
    if (paragraph.isInside && opened === 0) bareLines += 1;
    if (underlined > HEADINGS_MAX || bareLines > BARE_LINES_MAX) return false;
    paragraph.lines += 1;
    paragraph.marks += count(line, MARK);
    paragraph.columns = Math.max(paragraph.columns, count(line, /\|/g));
    if (paragraph.marks > MARKS_IN_PARAGRAPH_MAX) return false;
    if (paragraph.columns > TABLE_COLUMNS_MAX || paragraph.columns * paragraph.lines > TABLE_CELLS_MAX) return false;
  }
  return true;
}

const EMPTY = { lines: 0, marks: 0, columns: 0, isInside: false };

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
