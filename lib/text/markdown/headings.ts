import type { Element, Root } from "hast";
import { elementsOf, textOf } from "@/lib/text/markdown/walk";

export type Heading = { id: string; text: string; level: 2 | 3 };

/** Keeps the author's heading ids apart from the page's own and from names that scripts look up on the document. */
export const HEADING_ID_PREFIX = "s-";

/**
 * Fits headings below a page's one `h1`: the highest becomes `h2`, and none is more than one level below the previous
 * heading. A first heading that repeats the page's title is removed.
 */
export function shiftHeadings(tree: Root, title?: string): void {
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

/** An entry of a table of contents. */
export function headingsOf(tree: Root): Heading[] {
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
