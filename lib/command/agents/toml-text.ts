import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import { FileError } from "@/lib/command/file-system";

/** One table, by the parts of its name. */
export type TomlEdit = { at: readonly string[]; value: Record<string, unknown> };

/** What `removeToml` needs: the text that was added. */
export type TomlTrace = { added: string };

/** The comment above the table. None is written below it, because programs that add tables move comments at the end. */
const MARK = "# Added by `cairn install`; `cairn uninstall` removes this table.";

/**
 * A TOML text with one table appended. Every other character stays. Returns null if a table that says all it says is there
 * already. Throws FileError if the text is malformed, or has another table of that name.
 */
export function addToml(text: string, { at, value }: TomlEdit): { text: string; trace: TomlTrace } | null {
  const before = read(text);
  const existing = valueAt(before, at);
  if (existing !== undefined) {
    if (isTable(existing) && Object.entries(value).every(([key, each]) => isSame(existing[key], each))) return null;
    throw new FileError(`It already has another "${at.at(-1)}". Rename or remove that one first.`);
  }
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" ? "" : text.endsWith("\n") ? eol : `${eol}${eol}`;
  const added = `${gap}${tableOf({ at, value }).join(eol)}${eol}`;
  const wanted = nested(at, value, before);
  if (!isSame(readOrNull(text + added), wanted))
    throw new FileError(`It defines "${at.slice(0, -1).join(".")}" in a form that cannot be extended.`);
  return { text: text + added, trace: { added } };
}

/**
 * The text without the table of an earlier edit. Returns the text itself if the table is gone. What others wrote around the
 * table stays. Throws FileError if the text is malformed, or the table cannot be separated from its surroundings.
 */
export function removeToml(text: string, { at }: TomlEdit, { added }: TomlTrace): string {
  const before = read(text);
  if (valueAt(before, at) === undefined) return text;
  const left = [withoutAdded(text, added), withoutTables(text, at)].find((each) => {
    const value = readOrNull(each);
    // The tables around it may have been created with it.
    return value && valueAt(value, at) === undefined && isSame(nested(at, null, value), nested(at, null, before));
  });
  if (left !== undefined) return left;
  throw new FileError(`Its table [${at.join(".")}] was changed. Remove it by hand.`);
}

/** Without the lines that were added and the blank line above them; at the end, without the line end that they needed. */
function withoutAdded(text: string, added: string): string {
  const block = added.trimStart();
  const gap = added.slice(0, -block.length);
  const from = text.lastIndexOf(block);
  if (from < 0) return text;
  const [head, below] = [text.slice(0, from), text.slice(from + block.length)];
  const eol = added.endsWith("\r\n") ? "\r\n" : "\n";
  const shorter = (lines: string) => (lines.endsWith(eol) ? lines.slice(0, -eol.length) : lines);
  const above = gap !== "" && /(^|\n)\r?\n$/.test(head) ? shorter(head) : head;
  return (below === "" && gap.length > eol.length ? shorter(above) : above) + below;
}

/** Without the table and those inside it, each from its header to its last value, and the blank line above. */
function withoutTables(text: string, at: readonly string[]): string {
  const lines = text.split(/(?<=\n)/).filter((line) => line.trim() !== MARK);
  // A line that looks like a header may be part of a string or a list; then the lines before it are not a complete text.
  const headers = lines.flatMap((line, i) =>
    /^\s*\[/.test(line) && readOrNull(lines.slice(0, i).join("")) ? [i] : [],
  );
  const isOurs = (header: number) => valueAt(readOrNull(lines[header] ?? ""), at) !== undefined;
  const isKept = lines.map(() => true);
  headers.forEach((start, n) => {
    let end = headers[n + 1] ?? lines.length;
    while (/^\s*(#|$)/.test(lines[end - 1] ?? "")) end -= 1;
    if (isOurs(start)) isKept.fill(false, lines[start - 1]?.trim() === "" ? start - 1 : start, end);
  });
  return lines.filter((_, i) => isKept[i]).join("");
}

/** The lines that an edit adds. */
export function tableOf({ at, value }: TomlEdit): string[] {
  return [MARK, ...written(at, value)];
}

/** A table in TOML, whose values in JSON are the same in TOML: `addToml` reads what it wrote. */
function written(at: readonly string[], table: Record<string, unknown>): string[] {
  const entries = Object.entries(table);
  const inner = entries.flatMap(([key, value]) => (isTable(value) ? ["", ...written([...at, key], value)] : []));
  const values = entries.flatMap(([key, value]) => (isTable(value) ? [] : `${keyOf(key)} = ${JSON.stringify(value)}`));
  if (values.length === 0 && inner.length > 0) return inner.slice(1);
  return [`[${at.map(keyOf).join(".")}]`, ...values, ...inner];
}

function read(text: string): Record<string, unknown> {
  try {
    return parse(text, { integersAsBigInt: "asNeeded" });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what = "invalid TOML"] = error.message.split("\n");
    const place = `line ${error.line}, column ${error.column}`;
    throw new FileError(`It is malformed: ${what.replace(/^Invalid TOML document: /, "")} at ${place}.`);
  }
}

function readOrNull(text: string): Record<string, unknown> | null {
  try {
    return read(text);
  } catch {
    return null;
  }
}

function nested(at: readonly string[], value: unknown, base: Record<string, unknown>): Record<string, unknown> {
  const [key = "", ...rest] = at;
  const inner = base[key];
  return { ...base, [key]: rest.length === 0 ? value : nested(rest, value, isTable(inner) ? inner : {}) };
}

function valueAt(base: unknown, at: readonly string[]): unknown {
  return at.reduce((within, part) => (isTable(within) ? within[part] : undefined), base);
}

/** Equal as data: the parser's tables have no prototype. */
const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(structuredClone(one), structuredClone(other));
const keyOf = (part: string) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part));
const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
