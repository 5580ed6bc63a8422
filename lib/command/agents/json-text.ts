import { isDeepStrictEqual } from "node:util";
import { FileError } from "@/lib/command/file-system";
import { afterBlanks, JsoncError, type Node, nodeAt, parseTree, plainOf } from "@/lib/command/jsonc";

/** One member of an object, or one element of an array when the last part of `at` is null. */
export type JsonEdit = { at: readonly (string | null)[]; value: unknown };

/** What `removeJson` needs to restore the text around an edit. */
export type JsonTrace = {
  /** How many of the outer members the edit had to create. */
  made: number;
  /** The blanks inside the object or array that was empty before; null when it had content. */
  blanks: string | null;
};

/**
 * A JSON text, comments and trailing commas allowed, with one value added after its siblings. Every other character
 * stays. Returns null if the value, or a member that says all it says, is there already. Throws FileError if the text is
 * malformed, or has something else in that place.
 */
export function addJson(text: string, { at, value }: JsonEdit): { text: string; trace: JsonTrace } | null {
  const root = rootOf(text);
  let container = root;
  for (const [depth, part] of at.entries()) {
    const isLast = depth === at.length - 1;
    const found = part === null ? elementOf(container, value) : memberOf(container, part);
    if (!found) return insert(text, root, { container, parts: at.slice(depth), value });
    if (isLast) {
      if (part === null || covers(plainOf(found), value)) return null;
      throw new FileError(`It already has another "${part}". Rename or remove that one first.`);
    }
    container = found;
    const expected = at[depth + 1] === null ? "array" : "object";
    if (container.type !== expected) throw new FileError(`Its "${part}" is not an ${expected}.`);
  }
  throw new Error("An edit needs a place.");
}

/**
 * The text without an earlier edit, and without what the edit had to create around it unless others use it now. Returns the
 * text itself if the edit is gone. Throws FileError if the text is malformed.
 */
export function removeJson(text: string, { at, value }: JsonEdit, { made, blanks }: JsonTrace): string {
  const node = locate(rootOf(text), at, value);
  if (!node) return text;
  let left = cut(text, node, made === 0 ? blanks : "");
  for (let depth = at.length - 1, count = made; count > 0; depth -= 1, count -= 1) {
    const outer = locate(rootOf(left), at.slice(0, depth), undefined);
    if (!outer?.parent || !/^"[^"]*"\s*:\s*[[{]\s*[\]}]$/.test(sourceOf(left, outer.parent))) break;
    left = cut(left, outer, count === 1 ? blanks : "");
  }
  return left;
}

/** Whether the text is an object without members, and has no comments. */
export function isEmptyJson(text: string): boolean {
  return /^\s*\{\s*\}\s*$/.test(text);
}

function insert(
  text: string,
  root: Node,
  { container, parts, value }: { container: Node; parts: JsonEdit["at"]; value: unknown },
): { text: string; trace: JsonTrace } {
  const [key, ...inner] = parts;
  const nested = inner.reduceRight<unknown>((within, part) => (part === null ? [within] : { [part]: within }), value);
  const layout = layoutOf(text, root, container);
  const item = `${key === null ? "" : `${JSON.stringify(key)}: `}${written(nested, layout)}`;
  const isEmpty = (container.children ?? []).length === 0;
  const blanks = isEmpty && isBlank(bodyOf(text, container)) ? bodyOf(text, container) : null;
  const added = spliced(text, placeFor(text, container, layout, item));
  const wanted = plainOf(root);
  put(wanted, pathOf(container), key, nested);
  if (!isDeepStrictEqual(parsed(added), wanted)) throw new FileError("Its layout cannot be extended safely.");
  return { text: added, trace: { made: inner.length, blanks } };
}

function cut(text: string, value: Node, blanks: string | null): string {
  const item = value.parent?.type === "property" ? value.parent : value;
  const container = item.parent;
  if (!container) throw new Error("The root is not part of an edit.");
  const left = spliced(text, cutFor(text, container, item));
  const outer = locate(rootOf(left), pathOf(container), undefined);
  if (blanks === null || !outer || (outer.children ?? []).length > 0 || !isBlank(bodyOf(left, outer))) return left;
  const inner: Cut = { from: outer.offset + 1, to: outer.offset + outer.length - 1, text: blanks };
  return spliced(left, [inner]);
}

function rootOf(text: string): Node {
  try {
    const root = parseTree(text);
    if (root.type === "object") return root;
  } catch (error) {
    if (!(error instanceof JsoncError)) throw error;
    const before = text.slice(0, error.offset).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    throw new FileError(`It is malformed: ${error.message} at line ${before.length}, column ${column}.`);
  }
  throw new FileError("It is not a JSON object.");
}

/** The value of a member. Throws FileError if the object has two of that name, because readers disagree on which counts. */
function memberOf(object: Node, key: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === key);
  if (found.length > 1) throw new FileError(`It has two members named "${key}".`);
  return found[0]?.children?.[1];
}

function elementOf(array: Node, value: unknown): Node | undefined {
  return (array.children ?? []).find((child) => isDeepStrictEqual(plainOf(child), value));
}

function locate(root: Node, at: JsonEdit["at"], value: unknown): Node | undefined {
  const last = at.at(-1);
  if (last !== null) return nodeAt(root, at.map(String));
  const array = nodeAt(root, at.slice(0, -1).map(String));
  return array?.type === "array" ? elementOf(array, value) : undefined;
}

/** Whether an existing value says at least what the wanted one says: a user may have added members of their own. */
function covers(existing: unknown, wanted: unknown): boolean {
  if (isObject(existing) && isObject(wanted))
    return Object.entries(wanted).every(([key, value]) => covers(existing[key], value));
  return isDeepStrictEqual(existing, wanted);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function pathOf(container: Node): string[] {
  const names: string[] = [];
  for (let node: Node | undefined = container; node; node = node.parent)
    if (node.type === "property") names.unshift(String(node.children?.[0]?.value));
  return names;
}

function put(root: unknown, path: readonly string[], key: string | null | undefined, value: unknown): void {
  const container = path.reduce<unknown>((within, name) => (isObject(within) ? within[name] : undefined), root);
  if (Array.isArray(container)) container.push(value);
  else if (isObject(container)) container[String(key)] = value;
}

/** The value in JSON, as the text around it is laid out. */
function written(value: unknown, { unit, indent, eol }: Layout): string {
  if (unit === null) return JSON.stringify(value);
  return JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`);
}

const parsed = (text: string): unknown => plainOf(rootOf(text));
const sourceOf = (text: string, { offset, length }: Node) => text.slice(offset, offset + length);

/** Text between two offsets, replaced. */
type Cut = { from: number; to: number; text: string };

/** How a value is written into a container. `unit` is the indentation of one level; null: all on one line. */
type Layout = { unit: string | null; indent: string; eol: string };

/** The layout of new items in a container: that of its items, else of the file. */
function layoutOf(text: string, root: Node, container: Node): Layout {
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
function placeFor(text: string, container: Node, layout: Layout, item: string): Cut[] {
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
function cutFor(text: string, container: Node, item: Node): Cut[] {
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
function spliced(text: string, cuts: readonly Cut[]): string {
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
const bodyOf = (text: string, node: Node) => text.slice(node.offset + 1, node.offset + node.length - 1);
const isBlank = (text: string) => text.trim() === "";
