import { parseSync } from "oxc-parser";
import { regexChanges } from "@/e2e/mutate/regex-changes";

/** One small defect: `after` replaces the text between `start` and `end` of a file. */
export type Mutant = {
  file: string;
  line: number;
  /** The innermost named function or constant around it, "" at the top level of the file. */
  within: string;
  start: number;
  end: number;
  before: string;
  after: string;
  /** The instrumented place that shows which tests run it: a whole statement, or an expression. */
  mark: { start: number; end: number; isStatement: boolean };
  /** The table whose row is removed. */
  table?: string;
};

/** A function body, which records calls. */
export type FunctionBody = { start: number; end: number; isExpression: boolean };

type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Change = [node: Node, after: string, span?: [start: number, end: number]];

const SWAPPED: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&&": "||",
  "||": "&&",
  "+=": "-=",
  "-=": "+=",
};
const SWAPPED_METHODS = new Map(
  Object.entries({
    min: "max",
    max: "min",
    some: "every",
    every: "some",
    startsWith: "endsWith",
    endsWith: "startsWith",
    floor: "ceil",
    ceil: "floor",
  }),
);
/** Methods whose result resembles their receiver. */
const LEFT_OUT = ["sort", "filter", "trim", "toLowerCase", "slice", "reverse", "normalize", "toSorted", "replaceAll"];
const SHORT = 24;

/**
 * Every mutant of a file, and the bodies of its functions. `tables` names the constants whose rows are counted as a
 * table.
 */
export function mutantsOf(
  file: string,
  source: string,
  tables: readonly string[] = [],
): { mutants: Mutant[]; bodies: FunctionBody[] } {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const mutants: Mutant[] = [];
  const bodies: FunctionBody[] = [];

  const note = (within: string, change: Change, chain: Node | null, table?: string) => {
    const [node, after, span = [node.start, node.end]] = change;
    const [start, end] = span;
    const before = source.slice(start, end);
    if (before === after) return;
    const line = source.slice(0, start).split("\n").length;
    const { start: from, end: to, type } = chain ?? node;
    const mark = { start: from, end: to, isStatement: type.endsWith("Statement") };
    mutants.push({ file, line, within, start, end, before, after, mark, ...(table && { table }) });
  };

  // A mark within `a?.b.c()` would end the chain too early, so the whole chain is marked.
  const visit = (node: Node, within: string, chain: Node | null) => {
    if (node.type.startsWith("TS") && !node.type.endsWith("Expression")) return;
    if (["ImportDeclaration", "ExportAllDeclaration"].includes(node.type)) return;
    const name = nameOf(node) ?? within;
    const body = bodyOf(node);
    if (body) bodies.push({ start: body.start, end: body.end, isExpression: body.type !== "BlockStatement" });
    if (node.type === "VariableDeclarator" && tables.includes(name)) {
      for (const change of rowsOf(node.init as Node, source)) note(name, change, null, name);
      return;
    }
    const around = node.type === "ChainExpression" ? node : chain;
    for (const change of changesOf(node, source)) note(name, change, around);
    for (const [child, key] of childrenOf(node)) {
      if ((key === "key" && node.computed !== true) || key === "source") continue;
      // The list without the string is a mutant already.
      if (key === "elements" && typeof child.value === "string" && (node.elements as Node[]).length > 1) continue;
      // Only the signs of comparator results matter: `a < b ? -1 : 1`.
      if (key !== "test" && isOrder(node, source)) continue;
      visit(child, name, ["callee", "object", "expression"].includes(key) ? around : null);
    }
  };
  visit(program as unknown as Node, "", null);
  return { mutants, bodies };
}

function changesOf(node: Node, source: string): Change[] {
  const text = (part: unknown) => source.slice((part as Node).start, (part as Node).end);
  switch (node.type) {
    case "IfStatement":
    case "WhileStatement":
    case "ConditionalExpression": {
      const test = node.test as Node;
      return [[test, `!(${text(test)})`]];
    }
    case "BinaryExpression":
    case "LogicalExpression":
    case "AssignmentExpression": {
      const operator = node.operator as string;
      const swapped = SWAPPED[operator];
      if (!swapped || isText(node.left) || isText(node.right)) return [];
      const [left, right] = [node.left as Node, node.right as Node];
      const at = left.end + source.slice(left.end, right.start).indexOf(operator);
      return [[node, `${source.slice(node.start, at)}${swapped}${source.slice(at + operator.length, node.end)}`]];
    }
    case "UnaryExpression":
      return node.operator === "!" ? [[node, text(node.argument)]] : [];
    case "Literal":
      return literalChanges(node);
    case "ReturnStatement":
      return node.argument && (node.argument as Node).type !== "Literal" ? [[node, "return undefined as never;"]] : [];
    case "ThrowStatement":
    case "ContinueStatement":
    case "BreakStatement":
      return [[node, ";"]];
    case "ExpressionStatement":
      return node.directive ? [] : [[node, ";"]];
    case "ArrayExpression":
      return (node.elements as Node[]).length > 1 ? rowsOf(node, source) : [];
    case "CallExpression":
      return callChanges(node, source);
    default:
      return [];
  }
}

function callChanges(node: Node, source: string): Change[] {
  const callee = node.callee as Node;
  if (callee.type !== "MemberExpression" || callee.computed) return [];
  const [object, property] = [callee.object as Node, callee.property as Node];
  const name = property.name as string;
  const other = SWAPPED_METHODS.get(name);
  if (other) return [[node, source.slice(node.start, property.start) + other + source.slice(property.end, node.end)]];
  return LEFT_OUT.includes(name) ? [[node, source.slice(object.start, object.end)]] : [];
}

function literalChanges(node: Node): Change[] {
  const { value, regex } = node as { value?: unknown; regex?: { pattern: string; flags: string } };
  if (regex) return regexChanges(regex).map((after) => [node, after]);
  if (typeof value === "number") return [[node, String(value + 1)]];
  if (typeof value === "boolean") return [[node, String(!value)]];
  if (typeof value === "string" && value !== "" && value.length <= SHORT) return [[node, '""']];
  return [];
}

/** Removes each element of a list or each entry of an object literal. */
function rowsOf(given: Node, source: string): Change[] {
  let node = given;
  while (["TSAsExpression", "TSSatisfiesExpression", "NewExpression", "CallExpression"].includes(node.type))
    node = (node.expression ?? (node.arguments as Node[])[0]) as Node;
  const rows = ((node.elements ?? node.properties ?? []) as Array<Node | null>).filter((row) => row !== null);
  return rows.map((row, at) => {
    const next = rows[at + 1]?.start ?? source.lastIndexOf(source.charAt(node.end - 1), node.end);
    const marked = (row.type === "Property" ? row.value : (row.argument ?? row)) as Node;
    return [{ ...marked, type: "Row" }, "", [row.start, next]];
  });
}

function isOrder(node: Node, source: string): boolean {
  return node.type === "ConditionalExpression" && /\? (-1 : 1|1 : -1)$/.test(source.slice(node.start, node.end));
}

function nameOf(node: Node): string | undefined {
  const id = (node.id ?? (["MethodDefinition", "PropertyDefinition"].includes(node.type) ? node.key : undefined)) as
    | { name?: string }
    | undefined;
  return id?.name;
}

function bodyOf(node: Node): Node | null {
  const isFunction = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(node.type);
  return isFunction ? ((node.body as Node | null) ?? null) : null;
}

function isText(part: unknown): boolean {
  const { type, value } = part as { type: string; value?: unknown };
  return type === "TemplateLiteral" || (type === "Literal" && typeof value === "string" && value.length > SHORT);
}

function* childrenOf(node: Node): Generator<[Node, string]> {
  for (const [key, value] of Object.entries(node)) {
    if (key === "typeAnnotation" || key === "typeArguments" || key === "typeParameters") continue;
    for (const child of [value].flat()) {
      if (child !== null && typeof child === "object" && "type" in child && "start" in child)
        yield [child as Node, key];
    }
  }
}
