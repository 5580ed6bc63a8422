import { BLANKS, folded, foldedBlock, MARKER, unescaped, YamlCursor } from "@/lib/command/projects/yaml-text";

/** Deeper values are none of a lock file's, and would exhaust the stack. */
const DEEP_MAX = 60;
/** No file of a project has more. */
const ALIASES_MAX = 1_000;

const GAP = /[ \t\n]*/y;
const DIRECTIVES = /(?:%[^\n]*\n)+/y;
const ITEM = /-(?=\s|$)/y;
const EXPLICIT = /\?(?=\s|$)/y;
const COLON = /[ \t]*:(?=\s|$)/y;
const FLOW_COLON = /:(?=[\s,[\]{}]|$)/y;
const JSON_COLON = /:/y;
const COMMA = /,/y;
const PROPERTY = /[&!][^\s,[\]{}]*/y;
const ALIAS = /\*[^\s,[\]{}]+/y;
const BLOCK_HEADER = /[|>][-+1-9]{0,2}(?:[ \t]+#[^\n]*|[ \t]*)(?=\n|$)/y;
const NO_PLAIN = /[,[\]{}#&*!|>'"%@`]|[-?:](?:\s|$)/y;
const PLAIN_END = /:(?=\s|$)|[ \t]#|\n|$/g;
const FLOW_END = /:(?=[\s,[\]{}]|$)|[,[\]{}]|[ \t]#|\n|$/g;

/**
 * The values of the documents of a YAML text: objects, lists, texts, and null for what is empty. A number stays the text
 * that it is, because `18.10` is a version. Throws for a text that is not YAML, and for keys that are empty. A reader of
 * its own, because that of `yaml` takes eight times its place in the package.
 */
export function yamlDocuments(text: string): unknown[] {
  return new Reader(text.replaceAll("\r\n", "\n")).documents();
}

/** The documents of a YAML text that are objects. */
export function yamlObjects(text: string): Array<Record<string, unknown>> {
  return yamlDocuments(text).filter(
    (each): each is Record<string, unknown> => typeof each === "object" && each !== null && !Array.isArray(each),
  );
}

type Pair = [key: unknown, value: unknown];

class Reader extends YamlCursor {
  private aliases = 0;
  private readonly anchors = new Map<string, unknown>();

  documents(): unknown[] {
    const found: unknown[] = [];
    this.skip();
    while (this.at < this.text.length) {
      if (this.take(DIRECTIVES) !== "") this.line = this.at;
      const marker = this.isMarker() ? this.take(MARKER) : "";
      this.anchors.clear();
      if (marker === "...") this.endLine();
      else {
        found.push(this.node(-1, 0, marker !== ""));
        if (!this.isEnd()) this.fail("not where a key or a value stands");
      }
    }
    return found;
  }

  /**
   * A value that stands deeper than `above`, and the way to the next one. `isOfKey`: it follows its key, so on this line
   * it is neither a list nor has keys, and on the next one a list may begin below the key.
   */
  private node(above: number, depth: number, isOfKey: boolean): unknown {
    if (depth > DEEP_MAX) this.fail("it is nested too deeply");
    let isInline = isOfKey;
    const next = () => {
      if (this.skip()) isInline = false;
      const isBelow = this.column > above || (isOfKey && !isInline && this.column === above && this.isAt(ITEM));
      return isBelow && !this.isEnd();
    };
    if (!next()) return null;
    let [start, outer, anchor] = [this.column, "", ""];
    for (let property = this.take(PROPERTY); property !== ""; property = this.take(PROPERTY)) {
      if (property.startsWith("&")) anchor = property;
      const line = this.line;
      const isThere = next();
      // On the line of a first key it is an anchor of that key.
      if (this.line !== line) [start, outer, anchor] = [this.column, anchor || outer, ""];
      if (!isThere) return this.named(outer || anchor, null);
    }
    const isCollection = this.isAt(ITEM) || this.isAt(EXPLICIT);
    if (isCollection && isInline) this.fail("on the line of its key");
    if (this.isAt(ITEM)) return this.named(outer || anchor, this.list(this.column, depth));
    if (isCollection) return this.named(outer || anchor, this.map(start, depth));
    if (this.isAt(BLOCK_HEADER)) return this.named(outer || anchor, this.block(above));
    const [line, isPlain] = [this.line, this.isPlain];
    const leaf = this.leaf(depth, PLAIN_END);
    if (this.isAt(COLON)) {
      if (isInline || this.line !== line) this.fail("a value on the line of its key is itself a key");
      return this.named(outer, this.map(start, depth, this.named(anchor, isPlain ? nullIfEmpty(leaf) : leaf)));
    }
    const value = isPlain ? nullIfEmpty(this.continued(String(leaf), above)) : leaf;
    this.endLine();
    return this.named(outer || anchor, value);
  }

  private get isPlain(): boolean {
    return !/["'[{*]/.test(this.text[this.at] ?? "");
  }

  private named<T>(anchor: string, value: T): T {
    if (anchor !== "") this.anchors.set(anchor.slice(1), value);
    return value;
  }

  private list(indent: number, depth: number): unknown[] {
    const items: unknown[] = [];
    while (!this.isEnd() && this.column === indent && this.take(ITEM) !== "")
      items.push(this.node(indent, depth + 1, false));
    return items;
  }

  /** The object whose keys stand at an indentation; its first one is read already if it is given. */
  private map(indent: number, depth: number, ...first: unknown[]): Record<string, unknown> {
    const pairs: Pair[] = [];
    do {
      if (first.length === 0 && this.take(EXPLICIT) !== "") {
        const key = this.node(indent, depth + 1, false);
        const hasValue = !this.isEnd() && this.column === indent && this.take(COLON) !== "";
        pairs.push([key, hasValue ? this.node(indent, depth + 1, false) : null]);
        continue;
      }
      const key = first.length > 0 ? first.pop() : this.key(depth);
      if (this.take(COLON) === "") this.fail("not a key with its value");
      pairs.push([key, this.node(indent, depth + 1, true)]);
    } while (!this.isEnd() && this.column === indent);
    return objectOf(pairs);
  }

  private key(depth: number): unknown {
    const line = this.line;
    const anchor = this.anchor(BLANKS);
    const { isPlain } = this;
    const key = this.leaf(depth, PLAIN_END);
    if (this.line !== line) this.fail("a key of several lines");
    return this.named(anchor, isPlain ? nullIfEmpty(key) : key);
  }

  /** The anchor before a key or in brackets, if any; tags are of no use. */
  private anchor(gap: RegExp): string {
    let anchor = "";
    for (let property = this.take(PROPERTY); property !== ""; property = this.take(PROPERTY)) {
      if (property.startsWith("&")) anchor = property;
      this.take(gap);
    }
    return anchor;
  }

  /** What has no indentation: an alias, a text in quotes, what stands in brackets, or the first line of another text. */
  private leaf(depth: number, plainEnd: RegExp): unknown {
    const first = this.text[this.at];
    if (first === "[" || first === "{") return this.flow(first === "{", depth);
    if (first === '"' || first === "'") return this.quoted(first);
    const alias = this.take(ALIAS).slice(1);
    if (alias === "") return this.plainLine(plainEnd);
    this.aliases += 1;
    if (this.aliases > ALIASES_MAX) this.fail("it has too many aliases");
    if (!this.anchors.has(alias)) this.fail(`*${alias} stands for no value`);
    return this.anchors.get(alias);
  }

  private plainLine(end: RegExp): string {
    if (this.isAt(NO_PLAIN)) this.fail("unexpected");
    return this.restOfLine(end);
  }

  private restOfLine(end: RegExp): string {
    end.lastIndex = this.at;
    const from = this.at;
    this.at = end.exec(this.text)?.index ?? this.text.length;
    return this.text.slice(from, this.at).trimEnd();
  }

  /** A text without quotes, with the lines that continue it. */
  private continued(first: string, above: number): string {
    const lines = [first];
    while (this.text[this.at] === "\n") {
      const [at, line] = [this.at, this.line];
      const gap = this.take(GAP);
      this.line = at + gap.lastIndexOf("\n") + 1;
      if (this.text[this.at] === "#" || this.column <= above || this.isEnd()) {
        this.at = at;
        this.line = line;
        break;
      }
      for (let more = gap.split("\n").length; more > 2; more -= 1) lines.push("");
      lines.push(this.restOfLine(PLAIN_END));
      if (this.text[this.at] === ":") this.fail("a key stands too deep");
    }
    return folded(lines);
  }

  private quoted(quote: string): string {
    const from = this.at + 1;
    let end = from;
    const isSingle = quote === "'";
    for (; end < this.text.length; end += 1)
      if (this.text[end] === quote) {
        if (!isSingle || this.text[end + 1] !== quote) break;
        end += 1;
      } else if (this.text[end] === "\\" && !isSingle) end += 1;
    if (end >= this.text.length) this.fail("a quote is not closed");
    const raw = this.text.slice(from, end);
    this.at = end + 1;
    if (raw.includes("\n")) this.line = this.text.lastIndexOf("\n", end) + 1;
    return isSingle ? folded(raw.split("\n")).replaceAll("''", "'") : unescaped(raw);
  }

  private flow(isMap: boolean, depth: number): unknown {
    if (depth > DEEP_MAX) this.fail("it is nested too deeply");
    this.at += 1;
    this.open += 1;
    const [items, pairs, close]: [unknown[], Pair[], string] = [[], [], isMap ? "}" : "]"];
    for (this.skip(); this.text[this.at] !== close; this.skip()) {
      if (/[,\]}]/.test(this.text[this.at] ?? "")) this.fail("unexpected");
      const isJson = /["'[{]/.test(this.text[this.at] ?? "");
      const key = this.flowNode(depth + 1);
      this.skip();
      const isPair = this.take(isJson ? JSON_COLON : FLOW_COLON) !== "";
      const value = isPair ? this.flowNode(depth + 1) : null;
      if (isMap) pairs.push([key, value]);
      else items.push(isPair ? objectOf([[key, value]]) : key);
      this.skip();
      if (this.take(COMMA) === "" && this.text[this.at] !== close) this.fail("a bracket is not closed");
    }
    this.at += 1;
    this.open -= 1;
    return isMap ? objectOf(pairs) : items;
  }

  private flowNode(depth: number): unknown {
    this.skip();
    const anchor = this.anchor(GAP);
    this.skip();
    if (/[,\]}]/.test(this.text[this.at] ?? "")) return this.named(anchor, null);
    const { isPlain } = this;
    const leaf = this.leaf(depth, FLOW_END);
    if (!isPlain) return this.named(anchor, leaf);
    const lines = [String(leaf)];
    while (this.text[this.at] === "\n") {
      this.skip();
      if (!/[^,[\]{}:]/.test(this.text[this.at] ?? "")) break;
      lines.push(this.restOfLine(FLOW_END));
    }
    return this.named(anchor, nullIfEmpty(folded(lines)));
  }

  /** A text after `|` or `>`, as it is or folded. */
  private block(above: number): string {
    const header = this.take(BLOCK_HEADER).split(/[ \t]/)[0] ?? "";
    const stated = Number(/[1-9]/.exec(header)?.[0] ?? 0);
    let indent = stated > 0 ? Math.max(above, 0) + stated : null;
    const lines: string[] = [];
    while (this.at + 1 < this.text.length) {
      const begin = this.at + 1;
      const end = this.text.indexOf("\n", begin);
      const whole = this.text.slice(begin, end < 0 ? this.text.length : end);
      const spaces = /^ */.exec(whole)?.[0].length ?? 0;
      if (spaces < whole.length) {
        indent ??= spaces > above ? spaces : null;
        if (indent === null || spaces < indent || (spaces === 0 && this.isAt(MARKER, begin))) break;
      }
      lines.push(whole.slice(indent ?? spaces));
      this.at = begin + whole.length;
    }
    this.skip();
    const last = lines.findLastIndex((line) => line !== "") + 1;
    const kept = lines.slice(0, last);
    const value = header.startsWith("|") ? kept.join("\n") : foldedBlock(kept);
    if (header.includes("+")) return [...(last > 0 ? [value] : []), ...lines.slice(last), ""].join("\n");
    return last === 0 || header.includes("-") ? value : `${value}\n`;
  }
}

function nullIfEmpty(value: unknown): unknown {
  return typeof value === "string" && /^(?:~|null|)$/i.test(value) ? null : value;
}

/** An object without a prototype, because a key may be `__proto__`. `<<` adds what its own keys do not have. */
function objectOf(pairs: readonly Pair[]): Record<string, unknown> {
  const merged: unknown[] = [];
  const found: Record<string, unknown> = Object.create(null);
  for (const [key, value] of pairs)
    if (key === "<<") merged.push(...[value].flat().filter((each) => typeof each === "object"));
    else if (typeof key === "string") found[key] = value;
  return Object.assign(Object.create(null), ...merged.toReversed(), found);
}
