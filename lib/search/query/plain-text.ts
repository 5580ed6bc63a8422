import { readFences } from "@/lib/text/markdown/lines";

export type PlainText = {
  /** The heading texts, one a line. */
  headings: string;
  /** Everything else: one paragraph, list item, table row or code line a line. */
  body: string;
};

/**
 * Markdown as plain lines for the index: removes marks, link targets, tags and rules, and keeps the
 * words. One pass over the lines, so hostile nesting costs nothing; the output is text and must never be rendered as
 * markup.
 */
export function plainText(markdown: string): PlainText {
  const headings: string[] = [];
  const body: string[] = [];
  const { kindOf } = readFences();
  for (const line of markdown.split(/\r\n?|\n/)) {
    const kind = kindOf(line);
    if (kind === "fence") continue;
    if (kind === "code") {
      if (line.trim()) body.push(line.trim());
      continue;
    }
    const heading = /^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$/.exec(line)?.[1];
    const text = inline(heading ?? line);
    if (text.length > 0) (heading === undefined ? body : headings).push(text);
  }
  return { headings: headings.join("\n"), body: body.join("\n") };
}

function inline(line: string): string {
  return line
    .replace(/^[\s>]*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)?/, "")
    .replace(/^[\s|:=*_-]+$/, "")
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}(?:\s[^()]{0,300})?\)/g, "$1")
    .replace(/<\/?[a-zA-Z][^<>]{0,300}>/g, " ")
    .replace(/[`*|]+|(?<!\w)_{1,3}|_{1,3}(?!\w)|~~/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
