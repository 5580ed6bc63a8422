import { setImmediate as nextTurn } from "node:timers/promises";
import type { Element, Root } from "hast";
import type { Html, Parents } from "mdast";
import rehypeSanitize from "rehype-sanitize";
import rehypeSlug from "rehype-slug";
import remarkRehype from "remark-rehype";
import { hastToHtml } from "shiki/core";
import type { Heading } from "@/lib/contract/shown-text";
import { colourTime, leaveCodePlain, leaveLongCodePlain } from "@/lib/text/markdown/highlight";
import { colourMsFor, isWithinReason, stopwatch } from "@/lib/text/markdown/limits";
import { apartFromProse, markdownParser, messageParser } from "@/lib/text/markdown/parser";
import { asPlainText, type Rendered } from "@/lib/text/markdown/render";
import { elementsOf, type FileLinks, HEADING_ID_PREFIX, schema, textOf, tidy } from "@/lib/text/markdown/tidy";

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

type Tree = {
  tree: Root;
  headings: Heading[];
  /** Some code was left unhighlighted because it took too long. */
  lacks_colours: boolean;
};

/**
 * The one pipeline from markdown to a sanitised tree, with highlighting limited to `colourMs` of CPU time. Nothing
 * after the sanitiser adds attributes or elements chosen by an author.
 */
async function toTree(
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

/**
 * Fits headings below a page's one `h1`: the highest becomes `h2`, and none is more than one level below the previous
 * heading. A first heading that repeats the page's title is removed.
 */
function shiftHeadings(tree: Root, title?: string): void {
  const first = tree.children.find((child) => child.type === "element");
  if (first && levelOf(first) === 1 && title !== undefined && same(textOf(first), title)) {
    tree.children = tree.children.filter((child) => child !== first);
  }
  const headings = elementsOf(tree).filter(
    (element) => levelOf(element) !== null && element.properties.id !== "footnote-label",
  );
  const highest = Math.min(...headings.map((heading) => levelOf(heading) ?? 6));
  let before = 1;
  for (const heading of headings) {
    const wanted = (levelOf(heading) ?? 6) + 2 - highest;
    const level = Math.min(6, wanted, before + 1);
    heading.tagName = `h${level}`;
    before = level;
  }
}

/** The table of contents. */
function headingsOf(tree: Root): Heading[] {
  return elementsOf(tree).flatMap((element) => {
    const level = levelOf(element);
    const { id } = element.properties;
    if ((level !== 2 && level !== 3) || typeof id !== "string" || !id.startsWith(HEADING_ID_PREFIX)) return [];
    return [{ id, text: textOf(element).trim(), level }];
  });
}

function levelOf(element: Element): number | null {
  const level = /^h([1-6])$/.exec(element.tagName)?.[1];
  return level ? Number(level) : null;
}

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Made once: building it takes longer than a short message. */
const messagePipeline = messageParser()
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
    const tree = messagePipeline.runSync(messagePipeline.parse(source), source) as Root;
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
