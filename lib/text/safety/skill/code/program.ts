import { NameTraits, TextTraits } from "@/lib/text/safety/skill/code/name-traits";
import type { Token } from "@/lib/text/safety/skill/code/read-tokens";
import type { Found } from "@/lib/text/safety/skill/found";
import * as taint from "@/lib/text/safety/skill/taint";
import type { Values } from "@/lib/text/safety/skill/values";

const BUDGET = 300_000;
/** Maximum tokens read per statement. */
const STATEMENT_MAX = 160;
const START_MAX = 80;
const NAME = /^[\p{L}_$@][\p{L}\w$.@]{0,80}$/u;
const GOES_ON_BEFORE = /^(?:[=+,.&|([{\\]|=>|:=)$/;
const NEXT_SIGNS = new Set([".", "?", "+", "|"]);

/** A program as tokens, with the known values of its names during the analysis. */
export class Program {
  /** For each opening bracket, the position of its closing one, otherwise -1. */
  readonly closes: Int32Array;
  readonly parameters: Array<{ name: string; until: number; names: Set<string> }> = [];
  /** Functions of the program that send their arguments. */
  readonly senders = new Set<string>();
  /** The output taint of commands, by the position that starts them. */
  readonly started = new Map<number, number>();
  /** Paths of opened files, by the name of their handle. */
  readonly opened = new Map<string, string>();
  scriptsRead = 0;
  /** The function whose body is being read. */
  returning = "";
  /** Maximum number of tokens visited in total, to bound deeply nested programs. */
  budget = BUDGET;
  private readonly ends: Int32Array;
  private readonly starts: Int32Array;

  constructor(
    readonly tokens: readonly Token[],
    readonly values: Values,
    readonly report: (found: Omit<Found, "what">) => void,
    readonly base: number,
    readonly depth: number,
    readonly python: boolean,
  ) {
    this.closes = new Int32Array(tokens.length).fill(-1);
    this.ends = new Int32Array(tokens.length).fill(-1);
    this.starts = new Int32Array(tokens.length).fill(-1);
    const open: number[] = [];
    for (const [index, token] of tokens.entries()) {
      if (token.kind !== "sign") continue;
      if (token.text === "(" || token.text === "[" || token.text === "{") open.push(index);
      else if (token.text === ")" || token.text === "]" || token.text === "}") {
        const start = open.pop();
        if (start !== undefined) this.closes[start] = index;
      }
    }
  }

  text(at: number): string {
    return this.tokens[at]?.text ?? "";
  }

  isName(at: number): boolean {
    return this.tokens[at]?.kind === "name";
  }

  /** The position of a token in the judged text. */
  offset(at: number): number {
    return this.base + (this.tokens[at]?.start ?? 0);
  }

  name(text: string): NameTraits {
    const { names } = this.values;
    let traits = names.get(text);
    if (traits === undefined) {
      traits = new NameTraits(text);
      names.set(text, traits);
    }
    return traits;
  }

  literal(text: string): TextTraits {
    const { texts } = this.values;
    let traits = texts.get(text);
    if (traits === undefined) {
      traits = new TextTraits(text);
      texts.set(text, traits);
    }
    return traits;
  }

  /** The taint of a name, or of the name before its first dot. */
  get(name: string): number {
    const { lower, owner } = this.name(name);
    const { variables } = this.values;
    return variables.get(lower) ?? (owner === "" ? 0 : (variables.get(owner) ?? 0));
  }

  add(name: string, held: number): void {
    if (held === 0 || !NAME.test(name) || WORDS.has(name)) return;
    const { variables } = this.values;
    const key = name.replace(/^(?:self|this)\./, "").toLowerCase();
    variables.set(key, (variables.get(key) ?? 0) | held);
    variables.set(name.toLowerCase(), (variables.get(name.toLowerCase()) ?? 0) | held);
  }

  /** The end of the statement around a token: a line end or ";" outside brackets. */
  endOf(at: number): number {
    const known = this.ends[at];
    if (known !== undefined && known >= 0) return known;
    const end = this.findEnd(at);
    this.ends[at] = end;
    return end;
  }

  private findEnd(at: number): number {
    for (let index = at; index < Math.min(this.tokens.length, at + STATEMENT_MAX); index += 1) {
      const token = this.tokens[index];
      if (!token) break;
      if (token.kind === "line") {
        const next = this.text(index + 1);
        if (/^\.\p{L}/u.test(next) || NEXT_SIGNS.has(next) || GOES_ON_BEFORE.test(this.text(index - 1))) continue;
        return index;
      }
      if (token.kind !== "sign") continue;
      if (token.text === ";" || token.text === ")" || token.text === "]" || token.text === "}") return index;
      const close = this.closes[index] ?? -1;
      if (close > index) index = close;
    }
    return Math.min(this.tokens.length, at + STATEMENT_MAX);
  }

  /** The start of the statement around a token. */
  startOf(at: number): number {
    const known = this.starts[at];
    if (known !== undefined && known >= 0) return known;
    const start = this.findStart(at);
    this.starts[at] = start;
    return start;
  }

  private findStart(at: number): number {
    for (let index = at - 1; index > at - START_MAX && index >= 0; index -= 1)
      if (this.tokens[index]?.kind === "line" || this.text(index) === ";") return index + 1;
    return Math.max(0, at - START_MAX);
  }

  /** Reports data sent at a token. */
  sent(at: number, held: number): void {
    const only = held & taint.PRIVATE & ~taint.SOURCE_TREE;
    this.report({
      row: only === 0 ? "code: source sent" : "code: private data sent",
      rule: "sends_files_out",
      at: this.offset(at),
    });
  }

  /** Reports code run at a token. */
  ran(at: number, held: number): void {
    const isDecoded = (held & taint.DECODED) !== 0;
    this.report({
      row: isDecoded ? "code: decoded run" : "code: download run",
      rule: isDecoded ? "encoded_code" : "download_and_run",
      at: this.offset(at),
    });
  }
}

/** Language keywords and modules, which hold no values. */
const WORDS = new Set([
  "const",
  "let",
  "var",
  "await",
  "async",
  "new",
  "return",
  "if",
  "else",
  "for",
  "in",
  "of",
  "import",
  "from",
  "with",
  "as",
  "True",
  "False",
  "None",
  "null",
  "true",
  "false",
  "def",
  "function",
  "and",
  "or",
  "not",
  "self",
  "this",
  "console",
  "os",
  "fs",
  "path",
  "json",
  "JSON",
  "str",
  "print",
  "open",
  "Path",
  "require",
  "process",
  "requests",
  "subprocess",
  "Buffer",
  "len",
  "range",
]);
