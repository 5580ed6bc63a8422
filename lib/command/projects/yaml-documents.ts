import { CST, Lexer, Parser } from "yaml";

type Item = CST.CollectionItem;
type Anchors = Map<string, unknown>;

/** Deeper values are none of a lock file's, and would exhaust the stack. */
const DEEP_MAX = 60;
const TOO_DEEP = "it is nested too deeply";
/** No file of a project has more. */
const ALIASES_MAX = 1_000;

/**
 * The values of the documents of a YAML text: objects, lists, texts, and null for what is empty. A number stays the text
 * that it is, because `18.10` is a version. Throws for a text that is not YAML. Only the parser of `yaml` is used; its
 * composer would take twenty kilobytes of the package.
 */
export function yamlDocuments(text: string): unknown[] {
  const documents: unknown[] = [];
  for (const token of tokens(text)) {
    if (token.type === "error") throw new Error(token.message);
    if (token.type === "document") {
      const reader = new ValueReader();
      for (const { source } of token.start)
        if (source.startsWith("\t")) throw new Error("a tab is not an indentation of YAML");
      documents.push(reader.value(token.value, 0));
    }
    if (
      token.type === "doc-end" &&
      token.end?.some(({ type }) => type !== "newline" && type !== "comment" && type !== "space")
    )
      throw new Error("text stands after the end of the document");
  }
  return documents;
}

/** The tokens of a text, no deeper than a value may be: what opens brackets without end would take long to read. */
function* tokens(text: string): Generator<CST.Token> {
  const parser = new Parser();
  let aliases = 0;
  for (const word of new Lexer().lex(text)) {
    yield* parser.next(word);
    if (parser.stack.length > 2 * DEEP_MAX) throw new Error(TOO_DEEP);
    if (word.startsWith("*")) aliases += 1;
    if (aliases > ALIASES_MAX) throw new Error("it has too many aliases");
  }
  yield* parser.end();
}

/** The documents of a YAML text that are objects. */
export function yamlObjects(text: string): Array<Record<string, unknown>> {
  return yamlDocuments(text).filter(
    (each): each is Record<string, unknown> => typeof each === "object" && each !== null && !Array.isArray(each),
  );
}

class ValueReader {
  private readonly anchors: Anchors = new Map();

  value(token: CST.Token | null | undefined, depth: number): unknown {
    if (!token) return null;
    if (depth > DEEP_MAX) throw new Error(TOO_DEEP);
    switch (token.type) {
      case "alias":
        return this.alias(token.source.slice(1));
      case "scalar":
      case "single-quoted-scalar":
      case "double-quoted-scalar":
      case "block-scalar":
        return scalar(token);
      case "block-map":
        return this.map(token.items, depth);
      case "block-seq":
        return token.items.map((item) => this.itemValue(item, depth));
      case "flow-collection": {
        const isMap = token.start.source === "{";
        if (!token.end.some(({ source }) => source === (isMap ? "}" : "]"))) throw new Error("a bracket is not closed");
        const items = token.items.filter((item) => item.key !== undefined || item.value !== undefined);
        return isMap ? this.map(items, depth) : items.map((item) => this.flowItem(item, depth));
      }
      default:
        throw new Error("source" in token ? `unexpected ${token.source.slice(0, 40)}` : `unexpected ${token.type}`);
    }
  }

  private map(items: readonly Item[], depth: number): Record<string, unknown> {
    const merged: unknown[] = [];
    // Without a prototype: a key may be `__proto__`.
    const found: Record<string, unknown> = Object.create(null);
    for (const item of items) {
      if (item.key === undefined && !item.sep) continue;
      const key = item.key ? this.value(item.key, depth + 1) : null;
      if (!isLine(item.key) || !item.sep?.some(({ type }) => type === "map-value-ind"))
        throw new Error(`${String(key).slice(0, 40)} is not a key with its value`);
      const value = this.itemValue(item, depth);
      if (key === "<<") merged.push(...(Array.isArray(value) ? value : [value]));
      else if (typeof key === "string") found[key] = value;
    }
    return Object.assign(Object.create(null), ...merged.toReversed(), found);
  }

  private flowItem(item: Item, depth: number): unknown {
    return item.sep ? this.map([item], depth) : this.itemValue(item, depth);
  }

  private itemValue(item: Item, depth: number): unknown {
    const before = [...item.start, ...(item.sep ?? [])];
    const isBelow = item.sep?.some(({ type }) => type === "newline");
    if (item.value?.type === "block-map" && item.key && !isBelow && !item.start.some(isExplicit))
      throw new Error("a value on the line of its key is itself a key");
    const value = this.value(item.value, depth + 1);
    const anchor = before.findLast(({ type }) => type === "anchor");
    if (anchor) this.anchors.set(anchor.source.slice(1), value);
    return value;
  }

  private alias(name: string): unknown {
    if (!this.anchors.has(name)) throw new Error(`*${name} stands for no value`);
    return this.anchors.get(name);
  }
}

function isExplicit({ type }: { type: string }): boolean {
  return type === "explicit-key-ind";
}

function scalar(token: CST.FlowScalar | CST.BlockScalar): string | null {
  const read = CST.resolveAsScalar(token);
  const isEmpty = token.type === "scalar" && /^(?:~|null|)$/i.test(read.value);
  return isEmpty ? null : read.value;
}

/** Whether a key stands on one line, as each does that has no mark of its own. */
function isLine(key: CST.Token | null | undefined): boolean {
  return !key || !("source" in key) || !key.source.includes("\n");
}
