import { setImmediate as nextTurn } from "node:timers/promises";
import type { Element, Root } from "hast";
import type { Html, Parents } from "mdast";
import rehypeSanitize from "rehype-sanitize";
import rehypeSlug from "rehype-slug";
import remarkRehype from "remark-rehype";
import type { FileLinks } from "@/lib/text/markdown/file-links";
import { HEADING_ID_PREFIX, type Heading, headingsOf, shiftHeadings } from "@/lib/text/markdown/headings";
import { colourTime, leaveCodePlain, leaveLongCodePlain } from "@/lib/text/markdown/highlight";
import { stopwatch } from "@/lib/text/markdown/limited-time";
import { markdownParser } from "@/lib/text/markdown/parser";
import { schema } from "@/lib/text/markdown/schema";
import { tidy } from "@/lib/text/markdown/tidy";
import { elementsOf } from "@/lib/text/markdown/walk";

export type { Heading };

export type Tree = {
  tree: Root;
  headings: Heading[];
  /** Some code was left unhighlighted because it took too long. */
  lacks_colours: boolean;
};

/**
 * The one pipeline from markdown to a sanitised tree, with highlighting limited to `colourMs` of CPU time. Nothing
 * after the sanitiser adds attributes or elements chosen by an author.
 */
export async function toTree(
  markdown: string,
  { title, files, colourMs }: { title: string | undefined; files: FileLinks | undefined; colourMs: number },
): Promise<Tree> {
  const [clock, spent] = [performance.now(), stopwatch()];
  const pipeline = markdownParser()
    .use(remarkRehype, { handlers: { html: showRawHtml } })
    .use(rehypeSanitize, schema)
    .use(() => (tree: Root) => shiftHeadings(tree, title))
    .use(rehypeSlug, { prefix: HEADING_ID_PREFIX })
    .use(() => (tree: Root) => tidy(tree, files));
  const plain = await pipeline.run(pipeline.parse(markdown));
  leaveLongCodePlain(plain);
  const headings = headingsOf(plain);
  const time = colourTime(colourMs, spent() / (performance.now() - clock));
  const tree: Root = { type: "root", children: [] };
  let lacks_colours = false;
  for (const child of plain.children) {
    if (child.type !== "element" || !hasLanguage(child)) {
      tree.children.push(child);
      continue;
    }
    const coloured = await time.colour(child);
    if (!coloured) {
      lacks_colours = true;
      leaveCodePlain(child);
    }
    tree.children.push(...(coloured?.children ?? [child]));
    // Highlighting is slow, so it yields to the event loop between two blocks of code.
    await nextTurn();
  }
  return { tree, headings, lacks_colours };
}

function hasLanguage(block: Element): boolean {
  return elementsOf(block).some(({ tagName, properties }) => tagName === "code" && properties.className !== undefined);
}

/** Raw HTML stays text: agents read it, so people must see it. */
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
