import type { Element, ElementContent, Root, RootContent } from "hast";
import { defaultSchema, type Options } from "rehype-sanitize";

/** The allowed elements and attributes of rendered markdown: GitHub's list without those we do not need. */
export const schema: Options = {
  ...defaultSchema,
  // Ids come only from footnotes (which arrive prefixed) and from our own headings (made after this step).
  clobberPrefix: "",
  protocols: { href: ["http", "https", "mailto"], src: ["http", "https"] },
  attributes: {
    a: [
      "href",
      "id",
      "title",
      "ariaDescribedBy",
      "ariaLabel",
      "dataFootnoteRef",
      "dataFootnoteBackref",
      ["className", "data-footnote-backref"],
    ],
    code: [["className", /^language-./]],
    h2: ["id", ["className", "sr-only"]],
    img: ["src", "alt", "title"],
    input: [["type", "checkbox"], "checked", "disabled"],
    li: ["id", ["className", "task-list-item"]],
    ol: ["start"],
    section: ["dataFootnotes", ["className", "footnotes"]],
    td: ["align"],
    th: ["align"],
    ul: [["className", "contains-task-list"]],
  },
  tagNames: [
    "a",
    "blockquote",
    "br",
    "code",
    "del",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "img",
    "input",
    "li",
    "ol",
    "p",
    "pre",
    "section",
    "strong",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
  ],
  required: { input: { disabled: true, type: "checkbox" } },
};

/** Highlighting costs about a millisecond a block; a document with more blocks than this is not meant for reading. */
const COLOURED_BLOCKS_MAX = 50;

/**
 * Our rules for links, images, tables, task lists and directions. Runs after the sanitiser, so every address is
 * http(s), mailto or relative.
 */
export function tidy(tree: Root, files?: FileLinks): void {
  let blocks = 0;
  // Only the outermost blocks: a block with its own direction would not count for that of the list or quote around it.
  for (const child of tree.children) if (child.type === "element") child.properties.dir = "auto";
  replaceElements(tree, (element, ancestors) => {
    switch (element.tagName) {
      case "a":
        return tidyLink(element, files);
      case "img":
        return imageAsLink(
          element,
          ancestors.some((ancestor) => ancestor.tagName === "a"),
          files,
        );
      case "input":
        return { type: "text", value: element.properties.checked ? "☑" : "☐" };
      case "pre":
        blocks += 1;
        return codeBlock(element, blocks <= COLOURED_BLOCKS_MAX);
      case "code":
        return { ...element, properties: { ...element.properties, dir: "ltr" } };
      case "table":
        return scrolling(element);
      default:
        return element;
    }
  });
}

/**
 * A link within the document keeps its target; one to a file of the same version leads to its page; one to the web says
 * that we do not vouch for it; any other loses its target.
 */
function tidyLink(link: Element, files: FileLinks | undefined): Element {
  const { href, title, id, dataFootnoteRef, dataFootnoteBackref, ariaDescribedBy, ariaLabel } = link.properties;
  if (typeof href !== "string") return unlinked(link);
  if (href.startsWith("#")) {
    const target = href.startsWith("#user-content-") ? href : `#${HEADING_ID_PREFIX}${href.slice(1).toLowerCase()}`;
    return {
      ...link,
      properties: { href: target, id, dataFootnoteRef, dataFootnoteBackref, ariaDescribedBy, ariaLabel },
    };
  }
  const file = files && fileAddress(href, files);
  if (file) return { ...link, properties: { href: file, title } };
  if (!/^(https?:\/\/|mailto:)/i.test(href) || textOf(link).trim() === "") return unlinked(link);
  return { ...link, properties: { href, title, rel: ["nofollow", "ugc", "noopener", "noreferrer"] } };
}

function unlinked(link: Element): Element {
  return { ...link, tagName: "span", properties: {} };
}

/** A remote image would tell its host who is reading; a link leaves that to the reader. */
function imageAsLink(image: Element, isInLink: boolean, files: FileLinks | undefined): Element {
  const { src, alt } = image.properties;
  const label = {
    type: "text" as const,
    value: `Image: ${typeof alt === "string" && alt.trim() !== "" ? alt : "no description"}`,
  };
  const place: Element = { type: "element", tagName: isInLink ? "span" : "a", properties: {}, children: [label] };
  if (isInLink) return place;
  return tidyLink({ ...place, properties: { href: src } }, files);
}

/** Code scrolls by itself and is reachable by keyboard. Highlighting skips code without a language. */
function codeBlock(pre: Element, coloured: boolean): Element {
  const children = pre.children.map((child) => {
    if (child.type !== "element") return child;
    const { className } = child.properties;
    if (!coloured || !Array.isArray(className)) return { ...child, properties: {} };
    return { ...child, properties: { className: className.map((name) => String(name).toLowerCase()) } };
  });
  return { ...pre, properties: { tabIndex: 0, dir: "ltr" }, children };
}

/** A wide table scrolls by itself and is reachable by keyboard. */
function scrolling(table: Element): Element {
  return {
    type: "element",
    tagName: "div",
    properties: { className: ["table-scroll"], tabIndex: 0, role: "group", ariaLabel: "Table" },
    children: [table],
  };
}

type Child = ElementContent | RootContent;

/** Walks a tree from the leaves up and replaces each element with the result of `change` (null: removes it). */
function replaceElements(
  parent: Root | Element,
  change: (element: Element, ancestors: Element[]) => Element | { type: "text"; value: string } | null,
): void {
  go(parent, []);

  function go(node: Root | Element, ancestors: Element[]): void {
    const inner = node.type === "element" ? [...ancestors, node] : ancestors;
    const children: Child[] = [];
    for (const child of node.children) {
      if (child.type !== "element") {
        children.push(child);
        continue;
      }
      go(child, inner);
      const changed = change(child, inner);
      if (changed) children.push(changed);
    }
    node.children = children.filter((child) => child.type !== "doctype");
  }
}

/** All elements of a tree in reading order. */
export function elementsOf(parent: Root | Element): Element[] {
  return parent.children.flatMap((child) => (child.type === "element" ? [child, ...elementsOf(child)] : []));
}

/** The text inside a node, without marks. */
export function textOf(node: Root | Element): string {
  return node.children
    .map((child) => (child.type === "text" ? child.value : child.type === "element" ? textOf(child) : ""))
    .join("");
}

/** Keeps the author's heading ids apart from the page's own and from names that scripts look up on the document. */
export const HEADING_ID_PREFIX = "s-";

/** The files of a version, to which relative links of its texts lead. */
export type FileLinks = {
  /** The page of the version, and the one of its files, which takes `path`. */
  page: string;
  files_page: string;
  paths: readonly string[];
  /** The file that holds the link; SKILL.md is the version's text. */
  from: string;
};

/** The address of the page that shows what a relative link names; null when it names no file of the version. */
export function fileAddress(href: string, { page, files_page, paths, from }: FileLinks): string | null {
  const [, given = "", part] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? [];
  const path = resolvedPath(given, from);
  if (path === null) return null;
  const heading = part ? `#${HEADING_ID_PREFIX}${part.toLowerCase()}` : "";
  if (path === "SKILL.md") return `${page}${heading}`;
  return paths.includes(path) ? `${files_page}?${new URLSearchParams({ path })}${heading}` : null;
}

function resolvedPath(given: string, from: string): string | null {
  if (given === "" || given.startsWith("/") || /^[a-z][a-z0-9+.-]*:/i.test(given)) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of decoded(given).split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
