import { type LineKind, readFences } from "@/lib/text/markdown/fences";

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

const MARK = /`{3}|~{3}/g;
const BREAK = /[\r\n]/g;

function nextMark(text: string, from: number): number {
  MARK.lastIndex = from;
  return MARK.exec(text)?.index ?? text.length;
}

function nextBreak(text: string, from: number): number {
  BREAK.lastIndex = from;
  return BREAK.exec(text)?.index ?? text.length;
}
