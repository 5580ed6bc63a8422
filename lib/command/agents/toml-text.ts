import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import { FileTrouble } from "@/lib/command/agents/trouble";

/** One table, by the parts of its name. */
export type TomlEdit = { at: readonly string[]; value: Record<string, unknown> };

/** What `removeToml` needs: the text that was added. */
export type TomlTrace = { added: string };

/** Stands above the table. There is no line below it, because programs that add tables move comments at the end. */
const MARK = "# Added by `cairn install`; `cairn uninstall` removes this table.";

/**
 * A TOML text with one table appended. Every other character stays. Returns null if a table that says all it says is there
 * already. Throws FileTrouble if the text is malformed, or has another table of that name.
 */
export function addToml(text: string, { at, value }: TomlEdit): { text: string; trace: TomlTrace } | null {
  const before = read(text);
  const existing = at.reduce<unknown>((within, part) => (isTable(within) ? within[part] : undefined), before);
  if (existing !== undefined) {
    if (isTable(existing) && Object.entries(value).every(([key, each]) => isSame(existing[key], each))) return null;
    throw new FileTrouble(`It has another "${at.at(-1)}" already. Rename or remove that one first.`);
  }
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" ? "" : text.endsWith("\n") ? eol : `${eol}${eol}`;
  const added = `${gap}${tableOf({ at, value }).join(eol)}${eol}`;
  const wanted = nested(at, value, before);
  if (!isSame(readOrNull(text + added), wanted))
    throw new FileTrouble(`It holds "${at.slice(0, -1).join(".")}" in a form that cannot be extended.`);
  return { text: text + added, trace: { added } };
}

/**
 * The text without the table of an earlier edit. Returns the text itself if the table is gone. Throws FileTrouble if the
 * text is malformed, or the table cannot be told from what surrounds it.
 */
export function removeToml(text: string, edit: TomlEdit, { added }: TomlTrace): string {
  const before = read(text);
  const wanted = without(before, edit.at);
  if (wanted === null) return text;
  const name = edit.at.map(keyOf).join(".");
  const lines = text.split(/(?<=\n)/);
  // The same line may stand in a string of several lines, so what is left is compared as data.
  const headers = lines.flatMap((line, i) => (line.trim().startsWith(`[${name}]`) ? [i] : []));
  const exact = text.endsWith(added) ? [text.slice(0, -added.length)] : [];
  for (const left of [...exact, ...headers.map((header) => withoutTable(lines, header, name))])
    if (isSame(readOrNull(left), wanted)) return left;
  throw new FileTrouble(`Its table [${edit.at.join(".")}] was changed. Remove it by hand.`);
}

/** Without the lines from the mark, or the header of the table, up to the next table that is not inside it. */
function withoutTable(lines: readonly string[], header: number, name: string): string {
  const isOther = (line: string) => /^\s*\[/.test(line) && !line.trim().startsWith(`[${name}.`);
  const next = lines.findIndex((line, i) => i > header && isOther(line));
  let end = next < 0 ? lines.length : next;
  // Comments and blank lines before the next table belong to it.
  while (next >= 0 && end > header + 1 && /^\s*(#|$)/.test(lines[end - 1] ?? "")) end -= 1;
  let start = lines[header - 1]?.trim() === MARK ? header - 1 : header;
  if (start > 0 && lines[start - 1]?.trim() === "") start -= 1;
  else if (start === 0 && lines[end]?.trim() === "") end += 1;
  return [...lines.slice(0, start), ...lines.slice(end)].join("");
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
    throw new FileTrouble(`It is malformed: ${what.replace(/^Invalid TOML document: /, "")} in ${place}.`);
  }
}

function readOrNull(text: string): unknown {
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

/** Without one table, and without the tables around it that only held it; null if there is no such table. */
function without(base: Record<string, unknown>, at: readonly string[]): Record<string, unknown> | null {
  const [key = "", ...rest] = at;
  if (!(key in base)) return null;
  const { [key]: inner, ...others } = base;
  if (rest.length === 0) return others;
  const left = isTable(inner) ? without(inner, rest) : null;
  if (left === null) return null;
  return Object.keys(left).length === 0 ? others : { ...base, [key]: left };
}

/** Equal as data: the parser's tables have no prototype. */
const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(structuredClone(one), structuredClone(other));
const keyOf = (part: string) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part));
const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
