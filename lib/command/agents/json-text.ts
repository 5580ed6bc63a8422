import { isDeepStrictEqual } from "node:util";
import {
  bodyOf,
  type Cut,
  cutFor,
  isBlank,
  type Layout,
  layoutOf,
  placeFor,
  spliced,
} from "@/lib/command/agents/json-layout";
import { FileTrouble } from "@/lib/command/agents/trouble";
import { JsoncError, type Node, nodeAt, parseTree, plainOf } from "@/lib/command/jsonc";

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
 * stays. Returns null if the value, or a member that says all it says, is there already. Throws FileTrouble if the text is
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
      throw new FileTrouble(`It already has another "${part}". Rename or remove that one first.`);
    }
    container = found;
    const expected = at[depth + 1] === null ? "array" : "object";
    if (container.type !== expected) throw new FileTrouble(`Its "${part}" is not an ${expected}.`);
  }
  throw new Error("An edit needs a place.");
}

/**
 * The text without an earlier edit, and without what the edit had to create around it unless others use it now. Returns the
 * text itself if the edit is gone. Throws FileTrouble if the text is malformed.
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
  if (!isDeepStrictEqual(parsed(added), wanted)) throw new FileTrouble("Its layout cannot be extended safely.");
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
    throw new FileTrouble(`It is malformed: ${error.message} at line ${before.length}, column ${column}.`);
  }
  throw new FileTrouble("It is not a JSON object.");
}

/** The value of a member. Throws FileTrouble if the object has two of that name, because readers disagree on which counts. */
function memberOf(object: Node, key: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === key);
  if (found.length > 1) throw new FileTrouble(`It has two members named "${key}".`);
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
