import { setImmediate as nextTurn } from "node:timers/promises";
import rehypeShikiFromHighlighter from "@shikijs/rehype/core";
import type { Root } from "hast";
import type { Html, Parents } from "mdast";
import rehypeSanitize from "rehype-sanitize";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { HEADING_ID_PREFIX, type Heading, headingsOf, shiftHeadings } from "@/lib/markdown/headings";
import { highlighterFor, highlighting, leaveLongCodePlain } from "@/lib/markdown/highlight";
import { schema } from "@/lib/markdown/schema";
import { tidy } from "@/lib/markdown/tidy";

export type { Heading };

/** The one pipeline from markdown to a sanitised, coloured tree. Nothing after the sanitiser adds anything a writer chose. */
export async function toTree(markdown: string, title?: string): Promise<{ tree: Root; headings: Heading[] }> {
  const pipeline = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { handlers: { html: showRawHtml } })
    .use(rehypeSanitize, schema)
    .use(() => (tree: Root) => shiftHeadings(tree, title))
    .use(rehypeSlug, { prefix: HEADING_ID_PREFIX })
    .use(() => tidy);
  const plain = await pipeline.run(pipeline.parse(markdown));
  leaveLongCodePlain(plain);
  const colouring = unified().use(rehypeShikiFromHighlighter, await highlighterFor(plain), highlighting);
  const tree: Root = { type: "root", children: [] };
  for (const child of plain.children) {
    const part = await colouring.run({ type: "root", children: [child] });
    tree.children.push(...part.children);
    // Colouring is the slow part: whoever else waits for this process gets their turn between two blocks of code.
    if (child.type === "element" && part.children[0] !== child) await nextTurn();
  }
  return { tree, headings: headingsOf(tree) };
}

/** Raw HTML stays text: an agent reads it, so people must see it. */
function showRawHtml(_state: unknown, node: Html, parent: Parents | undefined) {
  const code = {
    type: "element" as const,
    tagName: "code",
    properties: { className: ["language-html"] },
    children: [{ type: "text" as const, value: node.value }],
  };
  const isBlock =
    parent === undefined || ["root", "blockquote", "listItem", "footnoteDefinition"].includes(parent.type);
  if (!isBlock) return { ...code, properties: {} };
  return { type: "element" as const, tagName: "pre", properties: {}, children: [code] };
}
