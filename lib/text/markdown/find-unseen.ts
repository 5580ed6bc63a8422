import type { Definition, Link, Nodes } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import type { Unseen } from "@/lib/contract/shown-text";
import { isWithinReason } from "@/lib/text/markdown/limits";
import { markdownParser } from "@/lib/text/markdown/parser";
import { type FoundUnseen, findUnseenMarks, inOrder, invisibleCharacters } from "@/lib/text/markdown/render";

/**
 * Where markdown contains parts that the rendered page does not show as written: comments, raw HTML, the targets of
 * links and images, definitions, the info string of a code block after its language, invisible characters. A text that
 * is too slow to parse is only scanned for comments and characters. Never throws. Takes as long as parsing: pages call
 * `unseenIn`.
 */
export function findUnseen(markdown: string): FoundUnseen {
  if (!isWithinReason(markdown)) return findUnseenMarks(markdown);
  try {
    return { places: inOrder([...invisibleCharacters(markdown), ...inTree(markdown)]), is_whole: true };
  } catch {
    return findUnseenMarks(markdown);
  }
}

function inTree(markdown: string): Unseen[] {
  const found: Unseen[] = [];
  const go = (node: Nodes) => {
    found.push(...unseenIn(node, markdown));
    if ("children" in node) for (const child of node.children) go(child);
  };
  go(markdownParser().parse(markdown));
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
  // A visible address hides nothing.
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

/** The host of a text that looks like an address; null for other text. */
function hostIn(text: string): string | null {
  const address = /^\s*(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24})(?::\d+)?(?:[/?#]\S*)?\s*$/i.exec(
    text,
  )?.[1];
  // "next.js" and "README.md" look like hosts but are none, unless an address says so.
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
