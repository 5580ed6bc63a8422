import type { Definition, Link, Nodes } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { isWithinReason } from "@/lib/markdown/within-reason";
import { findInvisible } from "@/lib/safety/find-invisible";
import { nameInvisible } from "@/lib/safety/name-invisible";

/** What a reader of the rendered page does not see, or sees as something else. */
export type UnseenKind =
  | "comment"
  | "html"
  | "misleading_link"
  | "link_target"
  | "image_target"
  | "definition"
  | "code_note"
  | "character";
/** A place of the text, in UTF-16 code units, `end` exclusive. `note` says more where the kind does not say all. */
export type Unseen = { kind: UnseenKind; start: number; end: number; note: string | null };

/** More places than this help nobody; the rest is shown without marks. */
const PLACES_MAX = 1_000;

/**
 * Where markdown holds what the rendered page does not show as it stands: comments, raw HTML, the targets of links and
 * images, definitions, notes behind a code block's language, invisible characters. In order, without overlaps. A text
 * that is too slow to parse is looked through for comments and characters alone.
 */
export function findUnseen(markdown: string): Unseen[] {
  const found = [
    ...invisibleCharacters(markdown),
    ...(isWithinReason(markdown) ? inTree(markdown) : comments(markdown)),
  ];
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const places: Unseen[] = [];
  for (const place of found) {
    if (place.start >= (places.at(-1)?.end ?? 0) && place.end > place.start) places.push(place);
  }
  return places.slice(0, PLACES_MAX);
}

function inTree(markdown: string): Unseen[] {
  const found: Unseen[] = [];
  const go = (node: Nodes) => {
    found.push(...unseenIn(node, markdown));
    if ("children" in node) for (const child of node.children) go(child);
  };
  go(unified().use(remarkParse).use(remarkGfm).parse(markdown));
  return found;
}

function unseenIn(node: Nodes, markdown: string): Unseen[] {
  const [start, end] = [node.position?.start.offset, node.position?.end.offset];
  if (start === undefined || end === undefined) return [];
  const source = markdown.slice(start, end);
  switch (node.type) {
    case "html":
      return [{ kind: source.trimStart().startsWith("<!--") ? "comment" : "html", start, end, note: null }];
    case "link":
      return linkTarget(node, source, start, end);
    case "image": {
      const at = source.lastIndexOf("](");
      return at < 0 ? [] : [{ kind: "image_target", start: start + at + 1, end, note: null }];
    }
    case "definition":
      return [{ kind: "definition", start, end, note: definitionNote(node) }];
    case "code": {
      const at = node.meta ? source.split("\n", 1)[0]?.lastIndexOf(node.meta) : undefined;
      return node.meta && at !== undefined && at >= 0
        ? [{ kind: "code_note", start: start + at, end: start + at + node.meta.length, note: null }]
        : [];
    }
    default:
      return [];
  }
}

function linkTarget(link: Link, source: string, start: number, end: number): Unseen[] {
  const shown = plainText(link);
  // An address that stands in the text as it is hides nothing.
  if (!source.startsWith("[")) return [];
  const inner = link.children.at(-1)?.position?.end.offset ?? start + 1;
  const from = inner + 1;
  const place = { start: from, end };
  const [claimed, real] = [hostIn(shown), hostIn(link.url)];
  if (claimed && claimed !== real)
    return [
      {
        kind: "misleading_link",
        ...place,
        note: `The page shows ${claimed}, the link leads to ${real ?? "another place"}.`,
      },
    ];
  return [{ kind: "link_target", ...place, note: null }];
}

/** The host of a text that reads like an address; null for other words. */
function hostIn(text: string): string | null {
  const address = /^\s*(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24})(?::\d+)?(?:[/?#]\S*)?\s*$/i.exec(
    text,
  )?.[1];
  // "next.js" and "README.md" have the form of a host and are none, unless an address says so.
  if (
    !address ||
    (!/^\s*https?:\/\//i.test(text) &&
      /\.(?:[cm]?[jt]sx?|md|json|ya?ml|toml|sh|py|rs|net|go|txt|html?|css)$/i.test(address))
  )
    return null;
  return address.toLowerCase().replace(/^www\./, "");
}

function definitionNote(definition: Definition): string {
  return `The page shows this only where the text refers to [${definition.label ?? definition.identifier}].`;
}

/** Comments found by their marks alone, in time that grows with the text. */
function comments(markdown: string): Unseen[] {
  const found: Unseen[] = [];
  let at = markdown.indexOf("<!--");
  while (at >= 0) {
    const close = markdown.indexOf("-->", at);
    const end = close < 0 ? markdown.length : close + 3;
    found.push({ kind: "comment", start: at, end, note: null });
    at = markdown.indexOf("<!--", end);
  }
  return found;
}

function invisibleCharacters(markdown: string): Unseen[] {
  return findInvisible(markdown, "markdown").map(({ kind, what, index }) => {
    let end = index;
    for (let code = markdown.codePointAt(end); code !== undefined; code = markdown.codePointAt(end)) {
      if (end > index && (nameInvisible(code).kind !== kind || kind === "default_ignorable")) break;
      end += code > 0xffff ? 2 : 1;
    }
    return { kind: "character", start: index, end, note: `The page does not show ${what}.` };
  });
}
