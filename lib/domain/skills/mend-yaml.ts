/** A line of a mapping whose value stands on it: `key: value`, also as an item of a list. */
const PAIR = /^(?<before>[ ]*(?:- )*(?<key>[A-Za-z_][\w.-]*):[ \t]+)(?<value>\S.*)$/;
/** What starts a value that is not plain: it is quoted, or YAML of another form that is not ours to read differently. */
const NOT_PLAIN = /^["'|>&*!{[]/;
/** A plain value cannot start so, although people write it. */
const RESERVED_START = /^[@`%,\]}]/;

export type Mended = { yaml: string; note: string };

/**
 * Puts the value at a line of YAML (from 1) in quotes, together with its continuation lines, if it is a plain value that
 * YAML cannot read: one with a colon, or one that begins with a reserved character. Null when there is no such value:
 * the YAML is then wrong in another way.
 */
export function quoteValueAt(yaml: string, line: number): Mended | null {
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
export function indentWithSpaces(yaml: string): Mended | null {
  if (!/^ *\t/m.test(yaml)) return null;
  const spaced = yaml.replace(/^[ \t]+/gm, (indent) => indent.replaceAll("\t", "  "));
  return { yaml: spaced, note: "front matter: tabs at the start of lines were read as two spaces each; use spaces" };
}
