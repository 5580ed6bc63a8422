/** A line of a text: its kind, and its place without the line break. */
export type Line = { kind: LineKind; start: number; end: number };

/**
 * The lines of a markdown text up to `enough` characters, and the one that holds this place. Outside of code only lines
 * with a mark of a fence are looked into.
 */
export function linesOf(markdown: string, enough = markdown.length): Line[] {
  const { kindOf, isOpen } = readFences();
  const lines: Line[] = [];
  const hasReturns = markdown.includes("\r");
  let mark = nextMark(markdown, 0);
  for (let start = 0; start <= markdown.length; ) {
    const end = hasReturns ? nextBreak(markdown, start) : at(markdown, "\n", start);
    const kind = isOpen() || mark < end ? kindOf(markdown.slice(start, end)) : "text";
    if (mark < end) mark = nextMark(markdown, end);
    lines.push({ kind, start, end });
    // Inline code may reach as far as its block.
    if (start > enough && start === end) break;
    start = end + (hasReturns && markdown.startsWith("\r\n", end) ? 2 : 1);
  }
  return lines;
}

function at(text: string, sought: string, from: number): number {
  const found = text.indexOf(sought, from);
  return found < 0 ? text.length : found;
}

const FENCE_MARK = /`{3}|~{3}/g;
const BREAK = /[\r\n]/g;

function nextMark(text: string, from: number): number {
  FENCE_MARK.lastIndex = from;
  return FENCE_MARK.exec(text)?.index ?? text.length;
}

function nextBreak(text: string, from: number): number {
  BREAK.lastIndex = from;
  return BREAK.exec(text)?.index ?? text.length;
}

/** What a line of markdown is: code in a fence, the mark that begins or ends such code, or anything else. */
type LineKind = "text" | "code" | "fence";

const MARK = /^([\s>]*)((?:[-*+]|\d{1,9}[.)])\s{1,4})?(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Tells the kind of each line of a text, in order. A fence is closed by marks of its own kind, at least as many and
 * with nothing behind them, or by the end of its quote or of the list item that it begins. Fences are recognised at any
 * indent, in lists and in quotes. Linear in the line.
 */
export function readFences(): { kindOf: (line: string) => LineKind; isOpen: () => boolean } {
  let open = "";
  let holder: { quote: boolean; indent: number } = { quote: false, indent: 0 };
  const kindOf = (line: string): LineKind => {
    if (open !== "" && hasEnded(holder, line)) open = "";
    if (open === "") {
      if (!line.includes("```") && !line.includes("~~~")) return "text";
      const [, before = "", item = "", mark = ""] = MARK.exec(line) ?? [];
      open = mark;
      holder = { quote: before.includes(">"), indent: item === "" ? 0 : before.length + item.length };
      return open === "" ? "text" : "fence";
    }
    if (!line.includes(open)) return "code";
    const trimmed = line.replace(/^[\s>]+|\s+$/g, "");
    if (!trimmed.startsWith(open) || trimmed !== open.charAt(0).repeat(trimmed.length)) return "code";
    open = "";
    return "fence";
  };
  return { kindOf, isOpen: () => open !== "" };
}

function hasEnded({ quote, indent }: { quote: boolean; indent: number }, line: string): boolean {
  if (quote) return !/^\s*>/.test(line);
  return indent > 0 && line.trim() !== "" && line.search(/\S/) < indent;
}

/** A part of a text; `end` is exclusive. */
export type Range = { start: number; end: number };

const TAG = /<(?:!--[\s\S]*?-->|\/?[a-zA-Z][^<>]{0,300}>)/g;

/**
 * The parts of one block of markdown that cannot be divided: its inline code with the backticks, and the HTML tags and
 * comments outside of it. Places are those of the whole text. Linear.
 */
export function unbroken(text: string, start: number, end: number): { code: Range[]; tags: Range[] } {
  const block = text.slice(start, end);
  const code = block.includes("`") ? codeSpans(block) : [];
  const tags = block.includes("<")
    ? [...block.matchAll(TAG)]
        .map(({ 0: tag, index }) => ({ start: index, end: index + tag.length }))
        .filter((tag) => !code.some((span) => tag.start < span.end && tag.end > span.start))
    : [];
  const placed = (range: Range) => ({ start: start + range.start, end: start + range.end });
  return { code: code.map(placed), tags: tags.map(placed) };
}

/** Whether a place is inside one of these ranges, not at its edge. */
export function isInside(ranges: readonly Range[], place: number): boolean {
  return ranges.some(({ start, end }) => place > start && place < end);
}

/** Inline code as CommonMark reads it: from a run of backticks to the next run of the same length. */
function codeSpans(block: string): Range[] {
  const runs = [...block.matchAll(/`+/g)].map(({ 0: run, index }) => {
    const escaped = (/\\*$/.exec(block.slice(Math.max(0, index - 20), index))?.[0].length ?? 0) % 2;
    return { start: index, end: index + run.length, opens: run.length - escaped };
  });
  const next = new Map<number, number>();
  const closing: Array<number | undefined> = [];
  for (let place = runs.length - 1; place >= 0; place -= 1) {
    const run = runs[place];
    if (!run) continue;
    closing[place] = next.get(run.opens);
    next.set(run.end - run.start, place);
  }
  const spans: Range[] = [];
  for (let place = 0; place < runs.length; place += 1) {
    const [run, close] = [runs[place], closing[place]];
    if (!run || close === undefined) continue;
    spans.push({ start: run.end - run.opens, end: runs[close]?.end ?? run.end });
    place = close;
  }
  return spans;
}

/**
 * The longest start of a markdown text that ends before a heading and satisfies `fits`; the whole text if that fits.
 * Without such a heading it ends before a blank line outside code, else after a line, else it is empty. `fits` must
 * hold for every shorter start of a text for which it holds. Pure; one pass over the lines.
 */
export function cutAtHeading(markdown: string, fits: (start: string) => boolean): string {
  if (fits(markdown)) return markdown;
  const { headings, blanks, lines } = placesIn(markdown);
  for (const places of [headings, blanks, lines]) {
    const start = longest(markdown, places, fits);
    if (start.trim() !== "") return start;
  }
  return "";
}

/** The offsets at which headings, blank lines outside code, and lines begin. */
function placesIn(markdown: string): Record<"headings" | "blanks" | "lines", number[]> {
  const places = { headings: [] as number[], blanks: [] as number[], lines: [] as number[] };
  let fence: string | null = null;
  let at = 0;
  for (const line of markdown.split(/(?<=\n)/)) {
    const [, mark = "", rest = ""] = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/s.exec(line) ?? [];
    if (at > 0) places.lines.push(at);
    if (fence !== null) {
      if (mark.startsWith(fence) && rest.trim() === "") fence = null;
    } else if (mark !== "") fence = mark;
    else if (at > 0 && /^ {0,3}#{1,6}(?:\s|$)/.test(line)) places.headings.push(at);
    else if (at > 0 && line.trim() === "") places.blanks.push(at);
    at += line.length;
  }
  return places;
}

/** By halves: the starts grow with their places. */
function longest(markdown: string, places: readonly number[], fits: (start: string) => boolean): string {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(markdown.slice(0, places[middle]))) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? "" : markdown.slice(0, places[low - 1]);
}
