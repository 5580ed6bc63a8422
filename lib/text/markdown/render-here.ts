import { hastToHtml } from "shiki/core";
import type { FileLinks } from "@/lib/text/markdown/file-links";
import { asPlainText } from "@/lib/text/markdown/plain-text";
import { type Heading, toTree } from "@/lib/text/markdown/tree";
import { colourMsFor } from "@/lib/text/markdown/within-reason";

/**
 * Markdown as HTML that is safe to embed in a page. `html` contains only sanitised elements; `headings` are its levels
 * 2 and 3.
 */
export type Rendered = {
  html: string;
  headings: Heading[];
  is_plain: boolean;
  /** It is plain because it was not formatted in time, or its thread ended: the machine may only have been busy. */
  is_delayed: boolean;
  /** Some code was left unhighlighted because it took too long: the machine may only have been busy. */
  may_lack_colours: boolean;
};

/** Renders in the caller's thread. Never rejects. */
export async function renderHere(
  markdown: string,
  { title, files }: { title?: string; files?: FileLinks },
): Promise<Rendered> {
  const colourMs = colourMsFor(markdown);
  if (colourMs === null) return asPlainText(markdown);
  try {
    const { tree, headings, lacks_colours } = await toTree(markdown, { title, files, colourMs });
    // A string, because it is made once: the same tree as React elements took 4 to 16 ms a page and one and a half
    // times the bytes.
    return { html: hastToHtml(tree), headings, is_plain: false, is_delayed: false, may_lack_colours: lacks_colours };
  } catch {
    return asPlainText(markdown);
  }
}
