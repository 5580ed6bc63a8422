import type { Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { type Data, type Processor, unified } from "unified";

type Extension = NonNullable<Data["micromarkExtensions"]>[number];
type Constructs = NonNullable<Extension["text"]>[string];
type Construct = NonNullable<Exclude<Constructs, readonly unknown[]>>;
type Code = Parameters<Parameters<Construct["tokenize"]>[1]>[0];

/**
 * How each kind of bare address begins: at most so many letters, and the character after them. `www.`, `http:`, `a@`.
 */
const BEGINNINGS: Record<string, { letters: RegExp; most: number; end: string }> = {
  wwwAutolink: { letters: /w/i, most: 3, end: "." },
  protocolAutolink: { letters: /[a-z]/i, most: 5, end: ":" },
  emailAutolink: { letters: /[\w.+-]/, most: Number.POSITIVE_INFINITY, end: "@" },
};

/** A processor that parses CommonMark and GFM. */
export function markdownParser() {
  return unified().use(remarkParse).use(remarkGfm).use(lookAheadForAddresses);
}

/**
 * At each word the extension for bare addresses looks back for an open bracket, through the whole paragraph. This skips
 * words that cannot begin an address before that: behind one open bracket, a paragraph of 10,000 words took seconds.
 */
function lookAheadForAddresses(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = data.micromarkExtensions?.map((extension) => ({
    ...extension,
    text: Object.fromEntries(
      Object.entries(extension.text ?? {}).map(([code, found]) => [code, [found ?? []].flat().map(withLookAhead)]),
    ),
  }));
}

function withLookAhead(construct: Construct): Construct {
  const beginning = construct.name === undefined ? undefined : BEGINNINGS[construct.name];
  if (!beginning) return construct;
  const { letters, most, end } = beginning;
  const isLetter = (code: Code) => code !== null && code > 0 && letters.test(String.fromCodePoint(code));
  const ahead: Construct = {
    partial: true,
    tokenize(effects, ok, nok) {
      let read = 0;
      return function next(code): ReturnType<typeof ok> {
        if (read < most && isLetter(code)) {
          read += 1;
          effects.consume(code);
          return next;
        }
        return code !== null && read > 0 && code === end.codePointAt(0) ? ok(code) : nok(code);
      };
    },
  };
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const check = effects.check(ahead, construct.tokenize.call(this, effects, ok, nok), nok);
      return (code) => (construct.previous?.call(this, this.previous) === false ? nok(code) : check(code));
    },
  };
}

const UNDERSCORE = 95;
const NO_BREAK_SPACE = "\u00A0";

/**
 * What could hide a part of a message, or change code words that writers cannot mark with backticks: definitions and
 * footnotes, raw HTML, character references, and backslash escapes (`\d+\.\d+`).
 */
const DISABLED = [
  "characterEscape",
  "characterReference",
  "definition",
  "gfmFootnoteCall",
  "gfmFootnoteDefinition",
  "gfmPotentialFootnoteCall",
  "htmlFlow",
  "htmlText",
];

/** Two underscores or more are text: `__init__` is a name here. */
const underscores: Construct = {
  name: "underscores",
  tokenize(effects, ok, nok) {
    let count = 0;
    return function start(code): ReturnType<typeof ok> {
      effects.enter("data");
      return next(code);
    };
    function next(code: Parameters<typeof ok>[0]): ReturnType<typeof ok> {
      if (code === UNDERSCORE) {
        count += 1;
        effects.consume(code);
        return next;
      }
      effects.exit("data");
      return count > 1 ? ok(code) : nok(code);
    }
  },
};

/**
 * A processor for messages: the markdown of skills, except that everything written is shown, each line stays a line, and
 * indentation survives. Its tree is made from `apartFromProse(text)`, which must also be the file of the run.
 */
export function messageParser() {
  return markdownParser().use(asWritten).use(keepLines);
}

function asWritten(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    { disable: { null: DISABLED }, text: { [UNDERSCORE]: underscores } },
  ];
}

/** A line break becomes a break, with the indentation of the next line; a link without words shows its address. */
function keepLines() {
  return (tree: Root, file: { toString(): string }) => {
    const source = String(file);
    for (const block of tree.children) keepIn(block, source, block.type === "paragraph");
  };
}

function keepIn(node: Nodes, source: string, isOutermost: boolean): void {
  if (!("children" in node)) return;
  if (node.type === "link" && node.children.length === 0) node.children = [{ type: "text", value: node.url }];
  node.children = node.children.flatMap((child): Nodes[] => {
    if (child.type !== "text" || !child.value.includes("\n")) {
      keepIn(child, source, isOutermost);
      return [child];
    }
    const lines = child.value.split("\n");
    const written = source.slice(child.position?.start.offset, child.position?.end.offset).split("\n");
    const isIndented = isOutermost && written.length === lines.length;
    return lines.flatMap((line, place): Nodes[] => {
      const blanks = isIndented && place > 0 ? (/^[ \t]*/.exec(written[place] ?? "")?.[0] ?? "") : "";
      const text: Nodes = { type: "text", value: indentation(blanks) + line };
      return place === 0 ? [text] : [{ type: "break" }, text];
    });
  }) as typeof node.children;
}

function indentation(blanks: string): string {
  return NO_BREAK_SPACE.repeat(blanks.replaceAll("\t", "    ").length);
}

const FENCE = /^ {0,3}(~{3,}|`{3,})/;
const ITEM = /^ {0,3}(?:[*+-]|\d{1,9}[.)])(?:[ \t]|$)/;

/**
 * The text with a blank line before code that is indented right below a line of prose, where markdown would join it to
 * the prose. Lines inside lists and fences stay as they are.
 */
export function apartFromProse(text: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  let inList = false;
  let before = "";
  for (const line of text.split(/\r\n?|\n/)) {
    const isBlank = line.trim() === "";
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
    } else if (mark) fence = mark;
    else if (ITEM.test(line)) inList = true;
    else if (!isBlank && /^\S/.test(line) && before.trim() === "") inList = false;
    else if (!isBlank && !inList && isCode(line) && before.trim() !== "" && !isCode(before)) lines.push("");
    lines.push(line);
    before = line;
  }
  return lines.join("\n");
}

function isCode(line: string): boolean {
  return /^(?: {4}| {0,3}\t)/.test(line);
}
