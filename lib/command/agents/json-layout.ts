import { afterBlanks, type Node } from "@/lib/command/jsonc";

/** Text between two offsets, replaced. */
export type Cut = { from: number; to: number; text: string };

/** How a value is written into a container. `unit` is the indentation of one level; null: all on one line. */
export type Layout = { unit: string | null; indent: string; eol: string };

/** The layout of new items in a container: that of its items, else of the file. */
export function layoutOf(text: string, root: Node, container: Node): Layout {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const isOneLine = !text.slice(root.offset, root.offset + root.length).includes("\n");
  const isFlat = !bodyOf(text, container).includes("\n") && (container.children ?? []).length > 0;
  const unit = indentOf(text, root.children?.[0]) || "  ";
  const own = indentOf(text, container.children?.[0]);
  const outer = blanksFrom(text, lineStart(text, container.offset));
  if (isFlat || (isOneLine && text.trim() !== "{}")) return { unit: null, indent: "", eol };
  return { unit, indent: own ?? `${outer}${unit}`, eol };
}

/** The changes that put an item after all others of a container. */
export function placeFor(text: string, container: Node, layout: Layout, item: string): Cut[] {
  const { indent, eol, unit } = layout;
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const start = lineStart(text, close);
  const closesAlone = start > container.offset && text.slice(start, close).trim() === "";
  if (!last && bodyOf(text, container).trim() === "") {
    const outer = blanksFrom(text, lineStart(text, container.offset));
    const body = unit === null ? item : `${eol}${indent}${item}${eol}${outer}`;
    return [{ from: container.offset + 1, to: close, text: body }];
  }
  if (!last) {
    const at = closesAlone ? start : close;
    return [{ from: at, to: at, text: closesAlone ? `${indent}${item}${eol}` : `${item} ` }];
  }
  const end = last.offset + last.length;
  const comma = commaBetween(text, end, close);
  const closing = comma === null ? "" : ",";
  // A comment behind the last item stays behind it.
  if (closesAlone) {
    const line = { from: start, to: start, text: `${indent}${item}${closing}${eol}` };
    return comma === null ? [{ from: end, to: end, text: "," }, line] : [line];
  }
  const at = comma === null ? end : comma + 1;
  const gap = unit === null ? " " : `${eol}${indent}`;
  return [{ from: at, to: at, text: `${comma === null ? "," : ""}${gap}${item}${closing}` }];
}

/** The changes that remove an item, its comma and the line it stands on. */
export function cutFor(text: string, container: Node, item: Node): Cut[] {
  const children = container.children ?? [];
  const order = children.indexOf(item);
  const [previous, next] = [children[order - 1], children[order + 1]];
  const itemEnd = item.offset + item.length;
  const close = container.offset + container.length - 1;
  const after = commaBetween(text, itemEnd, next?.offset ?? close);
  const before = previous ? commaBetween(text, previous.offset + previous.length, item.offset) : null;
  // A comment may stand between the item and its comma.
  const isApart = after !== null && !isBlank(text.slice(itemEnd, after));
  const end = after === null || isApart ? itemEnd : after + 1;
  const later = isApart ? [comma(after)] : [];
  const earlier = after === null && before !== null ? [comma(before)] : [];
  const start = lineStart(text, item.offset);
  const lineEnd = text.indexOf("\n", end);
  const isWhole = start > container.offset && isBlank(text.slice(start, item.offset)) && lineEnd >= 0;
  if (isWhole && isBlank(text.slice(end, lineEnd)))
    return [...earlier, { from: start, to: lineEnd + 1, text: "" }, ...later];
  const from = before === null ? null : before + (after === null ? 0 : 1);
  if (from !== null && isBlank(text.slice((before ?? 0) + 1, item.offset)))
    return [{ from, to: end, text: "" }, ...later];
  return [...earlier, { from: item.offset, to: end + blanksFrom(text, end).length, text: "" }, ...later];
}

const comma = (at: number): Cut => ({ from: at, to: at + 1, text: "" });

/** A text with changes, which must not overlap and must be in order. */
export function spliced(text: string, cuts: readonly Cut[]): string {
  return [...cuts]
    .reverse()
    .reduce((result, { from, to, text: by }) => `${result.slice(0, from)}${by}${result.slice(to)}`, text);
}

/** Offset of the comma between two items, skipping comments; null without one. */
function commaBetween(text: string, from: number, to: number): number | null {
  const offset = afterBlanks(text, from);
  return text[offset] === "," && offset < to ? offset : null;
}

/** The indentation of an item that begins its line; undefined for others. */
function indentOf(text: string, item: Node | undefined): string | undefined {
  if (!item) return undefined;
  const before = text.slice(lineStart(text, item.offset), item.offset);
  return isBlank(before) && text.slice(0, item.offset).includes("\n") ? before : undefined;
}

const lineStart = (text: string, offset: number) => text.lastIndexOf("\n", offset - 1) + 1;
const blanksFrom = (text: string, offset: number) => /^[ \t]*/.exec(text.slice(offset))?.[0] ?? "";
/** What stands between the brackets of an object or array. */
export const bodyOf = (text: string, node: Node) => text.slice(node.offset + 1, node.offset + node.length - 1);
export const isBlank = (text: string) => text.trim() === "";
