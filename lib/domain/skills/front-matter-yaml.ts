import { type Document, isScalar, parseDocument, visit } from "yaml";

/** A refusal in plain words, for the person who ran the import. */
export class Refusal extends Error {}

/** Values that are read in a second pass; each costs a pass of the parser. */
const MENDED_MAX = 20;

/** Errors of values that hold characters of YAML's own. */
const QUOTES_HELP: ReadonlySet<string> = new Set([
  "BAD_INDENT",
  "BAD_SCALAR_START",
  "BLOCK_AS_IMPLICIT_KEY",
  "MISSING_CHAR",
  "MULTILINE_IMPLICIT_KEY",
  "UNEXPECTED_TOKEN",
]);

/**
 * The value of a front matter, read as YAML 1.2 without aliases, tags and duplicate keys. What YAML cannot read but people
 * write is read as they meant it where that is plain, with a note each. Throws `Refusal`.
 */
export function readYaml(yaml: string): { front: unknown; notes: string[] } {
  try {
    const notes: string[] = [];
    let document = parse(yaml);
    for (let text = yaml; notes.length < MENDED_MAX; document = parse(text)) {
      const mended = document.errors.length > 0 ? mend(text, document) : null;
      if (!mended) break;
      text = mended.yaml;
      notes.push(mended.note);
    }
    // The parser only warns about an unknown tag. Here it is an error, because nothing may be read differently from how
    // it is written.
    const [problem] = [...document.errors, ...document.warnings];
    if (problem)
      throw new Refusal(
        `front matter is not valid YAML: ${firstSentence(problem.message, problem.linePos?.[0].line)}${
          QUOTES_HELP.has(problem.code) ? "; put the value in quotes" : ""
        }`,
      );
    keepDigits(document);
    return { front: document.toJS({ maxAliasCount: 0 }), notes };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof ReferenceError) throw new Refusal("front matter must not use YAML aliases");
    // Nesting thousands deep causes a RangeError in the recursive parser.
    throw new Refusal("front matter is not valid YAML: it cannot be read");
  }
}

function parse(yaml: string): Document.Parsed {
  return parseDocument(yaml, {
    version: "1.2",
    schema: "core",
    strict: true,
    uniqueKeys: true,
    merge: false,
    logLevel: "silent",
  });
}

function mend(yaml: string, { errors }: Document.Parsed): Mended | null {
  const spaced = indentWithSpaces(yaml);
  if (spaced) return spaced;
  for (const { linePos } of errors) {
    const mended = linePos ? quoteValueAt(yaml, linePos[0].line) : null;
    if (mended) return mended;
  }
  return null;
}

/** Keys whose value is a version: as a number, 3.10 would be 3.1. */
const VERSIONS: ReadonlySet<unknown> = new Set(["constraint", "version_checked", "library_version"]);

function keepDigits(document: Document.Parsed): void {
  visit(document, {
    Pair(_key, { key, value }) {
      if (
        isScalar(key) &&
        VERSIONS.has(key.value) &&
        isScalar(value) &&
        typeof value.value === "number" &&
        value.source
      )
        value.value = value.source;
    },
  });
}

/** The parser's message shows the place over several lines; the line number is shorter. */
function firstSentence(message: string, line: number | undefined): string {
  const sentence = (message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "");
  // The front matter starts on the second line of the file.
  return line === undefined ? sentence : `${sentence} (line ${line + 1})`;
}

/** A line of a mapping whose value stands on it: `key: value`, also as an item of a list. */
const PAIR = /^(?<before>[ ]*(?:- )*(?<key>[A-Za-z_][\w.-]*):[ \t]+)(?<value>\S.*)$/;
/** What starts a value that is not plain: it is quoted, or YAML of another form that is not ours to read differently. */
const NOT_PLAIN = /^["'|>&*!{[]/;
/** A plain value cannot start so, although people write it. */
const RESERVED_START = /^[@`%,\]}]/;

type Mended = { yaml: string; note: string };

/**
 * Puts the value at a line of YAML (from 1) in quotes, together with its continuation lines, if it is a plain value that
 * YAML cannot read: one with a colon, or one that begins with a reserved character. Null when there is no such value:
 * the YAML is then wrong in another way.
 */
function quoteValueAt(yaml: string, line: number): Mended | null {
  const lines = yaml.split("\n");
  for (let at = Math.min(line, lines.length) - 1; at >= 0; at -= 1) {
    const { before, key, value } = PAIR.exec(lines[at] ?? "")?.groups ?? {};
    if (before === undefined || key === undefined || value === undefined) continue;
    if (NOT_PLAIN.test(value)) return null;
    const indent = before.search(/[^ ]/);
    const rest = lines.slice(at + 1).findIndex((next) => next.trim() !== "" && next.search(/[^ ]/) <= indent);
    const end = rest < 0 ? lines.length : at + 1 + rest;
    if (line > end) return null;
    const whole = lines.slice(at, end).map((each, i) => (i === 0 ? value : each.trim()));
    const text = whole.filter((each) => each !== "").join(" ");
    if (!RESERVED_START.test(text) && !/:(?: |$)/.test(text)) return null;
    lines.splice(at, end - at, `${before}${JSON.stringify(text.trimEnd())}`, ...Array(end - at - 1).fill(""));
    const note = `front matter: \`${key}\` was read as if it were in quotes (line ${at + 2}); put it in quotes`;
    return { yaml: lines.join("\n"), note };
  }
  return null;
}

/** Replaces tabs that indent by two spaces each, which YAML forbids; null when there are none. */
function indentWithSpaces(yaml: string): Mended | null {
  if (!/^ *\t/m.test(yaml)) return null;
  const spaced = yaml.replace(/^[ \t]+/gm, (indent) => indent.replaceAll("\t", "  "));
  return { yaml: spaced, note: "front matter: tabs at the start of lines were read as two spaces each; use spaces" };
}
