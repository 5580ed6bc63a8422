import { accepted, type BoundCase, isInBody, type Path, refused, type Walk } from "@/e2e/support/bound-case";
import type { Schema } from "@/e2e/support/contract";

/** One code point of each width: ASCII, two bytes, three bytes, astral. */
const FILL = ["a", "é", "語", "𝒳"];

export function strings(place: Walk, schema: Schema, path: Path): BoundCase[] {
  const { minLength = 0, maxLength, pattern, format } = schema;
  const fixed = pattern !== undefined && !new RegExp(pattern, "u").test("aé語𝒳");
  const cases: BoundCase[] = [];
  if (!fixed && format === undefined) {
    if (minLength > 0) {
      cases.push(refused(place, "an empty text", path, "", "too_short"));
      cases.push(accepted(place, `a text of ${minLength} astral characters`, path, "𝒳".repeat(minLength)));
    }
    if (maxLength !== undefined) {
      for (const character of FILL) {
        // A request line may have 16 KiB in total; with escapes some texts reach that before their own bound.
        if (!isInBody(place, path) && encodeURIComponent(character).length * maxLength > 14_000) continue;
        cases.push(accepted(place, `${maxLength} times ${character}`, path, character.repeat(maxLength)));
        cases.push(
          refused(place, `${maxLength + 1} times ${character}`, path, character.repeat(maxLength + 1), "too_long"),
        );
      }
    }
  }
  if (format === "uri") cases.push(...urls(place, schema, path));
  if (pattern !== undefined) cases.push(...patterns(place, schema, pattern, path));
  if (schema.title === "Revision number") {
    cases.push(accepted(place, "the largest signed 64-bit number", path, "9223372036854775807"));
    cases.push(refused(place, "one more than that", path, "9223372036854775808", "invalid_value"));
    cases.push(accepted(place, "zero", path, "0"));
  }
  return cases;
}

function urls(place: Walk, { maxLength = 2_048 }: Schema, path: Path): BoundCase[] {
  const start = "https://cairn.example/";
  return [
    accepted(place, `an address of ${maxLength} characters`, path, start.padEnd(maxLength, "a")),
    refused(place, `an address of ${maxLength + 1} characters`, path, start.padEnd(maxLength + 1, "a"), "too_long"),
    refused(place, "what is no address", path, "no address", "invalid_format"),
  ];
}

function patterns(place: Walk, schema: Schema, pattern: string, path: Path): BoundCase[] {
  const example = String(schema.examples?.[0] ?? "a");
  const nearly = [
    `${example}x`,
    example.slice(0, -1),
    ` ${example}`,
    `${example} `,
    `${example}\n`,
    example.toUpperCase(),
    `${example.slice(0, -1)}é`,
    `${example.slice(0, -1)}=`,
    "a < b",
    "a > b",
    "a `b`",
    "-1",
    "+1",
    "01",
    "1.0",
    "1e3",
    "2026-11-21",
    "2026-11-21T09:30:00",
    "2026-11-21 09:30:00Z",
    "yesterday",
  ];
  const expression = new RegExp(pattern, "u");
  const wrong = nearly.filter((text) => {
    const length = [...text].length;
    return !expression.test(text) && length >= (schema.minLength ?? 1) && length <= (schema.maxLength ?? 1_000);
  });
  return [
    ...(schema.examples ?? []).map((text) => accepted(place, "an example of the documentation", path, text)),
    ...wrong.map((text) => refused(place, JSON.stringify(text), path, text, "invalid_format")),
  ];
}

export function integers(place: Walk, { minimum, maximum }: Schema, path: Path): BoundCase[] {
  const wrong = isInBody(place, path)
    ? ["1"]
    : ["", "abc", "1.5", "1e1", "01", "+1", " 1", "0x1", "١", "1,000", "NaN", "Infinity"];
  const edges: BoundCase[] = [];
  for (const [edge, beyond, code] of [
    [minimum, -1, "too_small"],
    [maximum, 1, "too_big"],
  ] as const) {
    if (edge === undefined || Math.abs(edge) === Number.MAX_SAFE_INTEGER) continue;
    edges.push(accepted(place, String(edge), path, edge));
    edges.push(refused(place, String(edge + beyond), path, edge + beyond, code));
  }
  return [...edges, ...wrong.map((text) => refused(place, JSON.stringify(text), path, text, "invalid_type"))];
}

export function booleans(place: Walk, path: Path): BoundCase[] {
  const wrong = isInBody(place, path) ? [] : ["", "yes", "1", "0", "TRUE", "True", "on"];
  return [
    accepted(place, "true", path, true),
    accepted(place, "false", path, false),
    ...wrong.map((text) => refused(place, JSON.stringify(text), path, text, "invalid_type")),
  ];
}
