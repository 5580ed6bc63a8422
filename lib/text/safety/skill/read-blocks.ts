/** A unit of judgement: a code block, or a paragraph, list item, table row or heading of prose. */
export type Block = {
  kind: "prose" | "code";
  /** The first word after the fence, lower case; empty for prose and for code without one. */
  language: string;
  /** Its lines, joined by line feeds, without quote and list marks. */
  text: string;
  /** Its first line in the text, from 1. */
  line: number;
  heading: boolean;
  /** A list item or a table row. */
  item: boolean;
};

/** The maximum length of a piece of prose; longer paragraphs are cut at a line. */
const PROSE_MAX = 4_000;

/**
 * Splits markdown into blocks. Quote, list and comment markers are removed, because agents read their content too.
 * Fences are recognised at any indent. Linear.
 */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let fence = "";
  let isQuoted = false;
  let open: (Omit<Block, "text"> & { lines: string[] }) | null = null;
  let size = 0;
  const close = () => {
    if (open && open.lines.length > 0) {
      const { kind, language, lines, line, heading, item } = open;
      blocks.push({ kind, language, text: lines.join("\n"), line, heading, item });
    }
    open = null;
    size = 0;
  };
  for (const [index, raw] of markdown.split(/\r\n|[\n\r]/).entries()) {
    // In a fence outside of quotes, `> file` is a command.
    const line: string = fence && !isQuoted ? raw : raw.replace(QUOTES, "");
    const trimmed = line.trim();
    const mark = FENCE.exec(trimmed);
    if (fence) {
      if (trimmed.startsWith(fence) && trimmed === fence.charAt(0).repeat(trimmed.length)) {
        close();
        fence = "";
      } else if (open) open.lines.push(line);
      continue;
    }
    if (mark) {
      close();
      fence = mark[1] ?? "";
      isQuoted = line !== raw;
      const language = /^[\s{.]{0,4}([\w#+-]{1,30})/.exec(mark[2] ?? "")?.[1]?.toLowerCase() ?? "";
      open = { kind: "code", language, lines: [], line: index + 2, heading: false, item: false };
      continue;
    }
    const heading = /^#{1,6}\s/.test(trimmed);
    // Indented code: after a blank line, outside lists.
    if (INDENTED.test(line) && (open?.kind === "code" || (open === null && !blocks.at(-1)?.item))) {
      open ??= { kind: "code", language: "", lines: [], line: index + 1, heading: false, item: false };
      open.lines.push(line.trim());
      continue;
    }
    if (open?.kind === "code") close();
    if (!trimmed || STARTS.test(trimmed) || size > PROSE_MAX) close();
    if (trimmed) {
      open ??= {
        kind: "prose",
        language: "",
        lines: [],
        line: index + 1,
        heading,
        item: /^(?:[-*+]\s|\d{1,9}[.)]\s|\|)/.test(trimmed),
      };
      open.lines.push(trimmed.replace(MARKS, ""));
      size += trimmed.length;
    }
    if (heading || trimmed.startsWith("|")) close();
  }
  close();
  return blocks;
}

const FENCE = /^(?:[-*+]\s{1,4}|\d{1,9}[.)]\s{1,4})?(`{3,}|~{3,})([^`]{0,60})/;
const INDENTED = /^(?: {4}|\t)\s{0,8}\S/;
const STARTS = /^(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|\||<!--)/;
const MARKS = /^(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)/;
const QUOTES = /^(?:\s{0,8}>\s?){1,10}/;
