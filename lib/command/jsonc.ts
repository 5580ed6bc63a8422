/** A value of a JSON text, or a member of an object (`property`, whose children are its key and its value), with its place. */
export type Node = {
  type: "object" | "array" | "property" | "string" | "number" | "boolean" | "null";
  offset: number;
  length: number;
  value?: unknown;
  parent?: Node;
  children?: Node[];
};

/** What is wrong with a text, and where. */
export class JsoncError extends Error {
  constructor(
    what: string,
    readonly offset: number,
  ) {
    super(what);
  }
}

/** Deeper values are in no file that people write, and would exhaust the stack. */
const DEEP_MAX = 500;
const BLANKS = /(?:[ \t\r\n]+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/** Where the blanks and comments end that begin at an offset. */
export function afterBlanks(text: string, from: number): number {
  BLANKS.lastIndex = from;
  return from + (BLANKS.exec(text)?.[0].length ?? 0);
}

/** The value of a JSON text, comments and trailing commas allowed. Throws JsoncError for every other text. */
export function parseTree(text: string): Node {
  let at = afterBlanks(text, 0);
  const next = (to = at) => {
    at = afterBlanks(text, to);
    return text[at];
  };
  const fail = (what: string, offset = at): never => {
    throw new JsoncError(what, offset);
  };
  const leaf = (type: Node["type"], length: number): Node => {
    const node: Node = { type, offset: at, length };
    try {
      node.value = JSON.parse(text.slice(at, at + length));
    } catch {
      fail("invalid escape or character");
    }
    at += length;
    return node;
  };
  const string = (): Node => {
    let end = at + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    return end < text.length ? leaf("string", end + 1 - at) : fail("unexpected end of string");
  };
  const value = (depth: number): Node => {
    if (depth > DEEP_MAX) fail("nested too deeply");
    const first = text[at];
    if (first === "{") return items("object", "}", depth);
    if (first === "[") return items("array", "]", depth);
    if (first === '"') return string();
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(text)?.[0];
    if (number !== undefined) return leaf("number", number.length);
    WORD.lastIndex = at;
    const word = WORD.exec(text)?.[0];
    return word === undefined ? fail("value expected") : leaf(word === "null" ? "null" : "boolean", word.length);
  };
  const property = (depth: number): Node => {
    if (text[at] !== '"') fail("property name expected");
    const node: Node = { type: "property", offset: at, length: 0 };
    const key = string();
    if (next() !== ":") fail("colon expected");
    next(at + 1);
    node.children = [key, value(depth + 1)];
    node.length = at - node.offset;
    return node;
  };
  const items = (type: "object" | "array", closing: string, depth: number): Node => {
    const node: Node = { type, offset: at, length: 0, children: [] };
    for (let found = next(at + 1); found !== closing; found = next(at + 1)) {
      const item = type === "object" ? property(depth) : value(depth + 1);
      item.parent = node;
      for (const child of item.type === "property" ? (item.children ?? []) : []) child.parent = item;
      node.children?.push(item);
      const after = next();
      if (after === closing) break;
      if (after !== ",")
        fail(after === undefined ? `close ${type === "object" ? "brace" : "bracket"} expected` : "comma expected");
    }
    at += 1;
    node.length = at - node.offset;
    return node;
  };
  const root = value(0);
  if (next() !== undefined) fail("end of file expected");
  return root;
}

/** The value at the keys of objects; undefined where one is missing. Of two members of one name the first. */
export function nodeAt(root: Node, keys: readonly string[]): Node | undefined {
  return keys.reduce<Node | undefined>(
    (node, key) =>
      node?.type === "object"
        ? node.children?.find(({ children }) => children?.[0]?.value === key)?.children?.[1]
        : undefined,
    root,
  );
}

/** The value of a node, as a copy. */
export function plainOf(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(plainOf);
  if (node.type !== "object") return node.value;
  const members = (node.children ?? []).map(({ children }) => [String(children?.[0]?.value), children?.[1]] as const);
  return Object.fromEntries(members.map(([key, value]) => [key, value ? plainOf(value) : undefined]));
}
