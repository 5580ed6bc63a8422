import type { Element, ElementContent, Root, RootContent } from "hast";

type Child = ElementContent | RootContent;

/** Walks a tree from the leaves up and replaces each element with the result of `change` (null: removes it). */
export function replaceElements(
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
