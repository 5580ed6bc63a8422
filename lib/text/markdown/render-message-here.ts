import type { Root } from "hast";
import rehypeSanitize from "rehype-sanitize";
import remarkRehype from "remark-rehype";
import { hastToHtml } from "shiki/core";
import { apartFromProse, messageParser } from "@/lib/text/markdown/message-parser";
import { asPlainText } from "@/lib/text/markdown/plain-text";
import type { Rendered } from "@/lib/text/markdown/render-here";
import { schema } from "@/lib/text/markdown/schema";
import { tidy } from "@/lib/text/markdown/tidy";
import { elementsOf } from "@/lib/text/markdown/walk";
import { isWithinReason } from "@/lib/text/markdown/within-reason";

/** Made once: building it takes longer than a short message. */
const pipeline = messageParser()
  .use(remarkRehype)
  .use(rehypeSanitize, { ...schema, tagNames: (schema.tagNames ?? []).filter((name) => name !== "section") })
  .use(() => flattenHeadings)
  .use(() => (tree: Root) => tidy(tree))
  .freeze();

/** Renders a message in the caller's thread. Never throws; a text that is slow to parse comes back preformatted. */
export function renderMessageHere(text: string): Rendered {
  const source = apartFromProse(text);
  if (!isWithinReason(source)) return asPlainText(text);
  try {
    const tree = pipeline.runSync(pipeline.parse(source), source) as Root;
    return { html: hastToHtml(tree), headings: [], is_plain: false, is_delayed: false, may_lack_colours: false };
  } catch {
    return asPlainText(text);
  }
}

/** A message has no headings of its own: the thread's outline is that of the page. */
function flattenHeadings(tree: Root): void {
  for (const element of elementsOf(tree)) {
    if (!/^h[1-6]$/.test(element.tagName)) continue;
    element.children = [{ type: "element", tagName: "strong", properties: {}, children: element.children }];
    element.tagName = "p";
    element.properties = {};
  }
}
