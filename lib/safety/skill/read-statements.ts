/** A piece of markdown that is read as one: a paragraph or list item of prose, or one command of a code block. */
export type Statement = {
  /** Its lines, joined with one space each, so that offsets can be led back to lines. */
  text: string;
  code: boolean;
  /** What introduces it: the heading above and, for code, the line or comment just before. */
  context: string;
  lineAt: (offset: number) => number;
};

/** Longer statements are read in pieces that overlap; a rule never looks further than the overlap. */
const PIECE = 2_000;
const OVERLAP = 600;

/** Splits markdown into statements. Fences are taken leniently, at any indent, because lists move them. Linear. */
export function readStatements(markdown: string): Statement[] {
  const statements: Statement[] = [];
  let fence = "";
  let heading = "";
  let before = "";
  let open: { lines: string[]; first: number; code: boolean; context: string } | null = null;
  const close = () => {
    if (open) statements.push(...pieces(open.lines, open.first, open.code, open.context));
    open = null;
  };
  for (const [index, line] of markdown.split(/\r\n|[\n\r]/).entries()) {
    const trimmed = line.trim();
    const mark = /^(?:[-*+>]\s{1,4}|\d{1,9}[.)]\s{1,4})?(`{3,}|~{3,})/.exec(trimmed)?.[1] ?? "";
    if (fence ? isClosing(trimmed, fence) : mark) {
      close();
      fence = fence ? "" : mark;
      continue;
    }
    if (fence) {
      const joined: boolean = open !== null && (CONTINUES.test(open.lines.at(-1) ?? "") || CONTINUED.test(trimmed));
      if (!joined) close();
      if (open) open.lines.push(line);
      else if (trimmed) open = { lines: [line], first: index + 1, code: true, context: `${heading}\n${before}` };
      if (trimmed && !joined) before = line;
      continue;
    }
    if (/^#{1,6}\s/.test(trimmed)) heading = trimmed;
    if (!trimmed || STARTS.test(line)) close();
    if (trimmed) {
      if (open) open.lines.push(line);
      else open = { lines: [line], first: index + 1, code: false, context: heading };
      before = line;
    }
    if (/^#{1,6}\s|^\|/.test(trimmed)) close();
  }
  close();
  return statements;
}

const CONTINUES = /(?:\\|\||&&|\^|`)\s*$/;
const CONTINUED = /^(?:\||&&)/;
const STARTS = /^\s{0,8}(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|\||>)/;

function isClosing(trimmed: string, fence: string): boolean {
  return trimmed.length >= fence.length && trimmed === fence.charAt(0).repeat(trimmed.length);
}

function pieces(lines: string[], first: number, code: boolean, context: string): Statement[] {
  const text = lines.join(" ");
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.length + 1;
  }
  const found: Statement[] = [];
  for (let from = 0; from === 0 || from + OVERLAP < text.length; from += PIECE - OVERLAP) {
    const lineAt = (at: number) =>
      first +
      Math.max(
        0,
        starts.findLastIndex((start) => start <= from + at),
      );
    found.push({ text: text.slice(from, from + PIECE), code, context, lineAt });
  }
  return found;
}
