import { hastToHtml } from "shiki/core";
import { LINE_MILLISECONDS_MAX } from "@/lib/markdown/highlight";
import { asPlainText } from "@/lib/markdown/plain-text";
import { type Heading, toTree } from "@/lib/markdown/tree";
import { isWithinReason } from "@/lib/markdown/within-reason";

/** Markdown made safe to put into a page. `html` holds only what the sanitiser let through; `headings` are its levels 2 and 3. */
export type Rendered = {
  html: string;
  headings: Heading[];
  is_plain: boolean;
  /** A line of code may have been given up before it was coloured. Only the time tells: the highlighter does not. */
  may_lack_colours: boolean;
};

/** Renders in the thread of the caller. Never rejects. */
export async function renderHere(
  markdown: string,
  { title }: { title?: string },
  now = () => performance.now(),
): Promise<Rendered> {
  if (!isWithinReason(markdown)) return asPlainText(markdown);
  const started = now();
  try {
    const { tree, headings } = await toTree(markdown, title);
    // A string, because it is made once: as React elements the same tree took 4 to 16 ms a page and half as many bytes again.
    const may_lack_colours = now() - started >= LINE_MILLISECONDS_MAX;
    return { html: hastToHtml(tree), headings, is_plain: false, may_lack_colours };
  } catch {
    return asPlainText(markdown);
  }
}
