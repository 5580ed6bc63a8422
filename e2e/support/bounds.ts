import { type RootSchema, resolve, type Schema, sample, schemaOf } from "@/e2e/support/contract";
import { type EndpointContract, fieldCarrier } from "@/lib/contract/endpoint";

type Path = Array<string | number>;

/** One request on or beyond a bound of the contract. `refusal` is null if the contract accepts it. */
export type BoundCase = {
  promise: string;
  input: Record<string, unknown>;
  refusal: null | { code: string; at: { pointer: string } | { parameter: string } };
};

/** The current position in a contract's schema. */
type Walk = {
  root: RootSchema;
  shape: Schema;
  contract: EndpointContract;
  valid: Record<string, unknown>;
  inBody: boolean;
};

/**
 * Every bound of one top-level field: a value on the bound passes, and a value one beyond is refused and reported.
 * Derived from the contract, so changed bounds are followed. `valid` is an input that the endpoint accepts.
 */
export function boundCases(contract: EndpointContract, field: string, valid: Record<string, unknown>): BoundCase[] {
  return walksOf(contract, valid).flatMap((place) => {
    const schema = place.shape.properties?.[field];
    const required = place.shape.required?.includes(field) ?? false;
    return schema ? walk(place, schema, [field], required) : [];
  });
}

/** An unknown field at every level that could hold one. */
export function unknownFieldCases(contract: EndpointContract, valid: Record<string, unknown>): BoundCase[] {
  return walksOf(contract, valid).flatMap((place) => {
    const inside = Object.entries(place.shape.properties ?? {})
      .filter(([field]) => fieldCarrier(contract, field) === "body")
      .flatMap(([field, schema]) => unknownInside(place, schema, [field]));
    return [refused(place, "an unknown field", ["no_such_field"], "x", "unknown_field"), ...inside];
  });
}

/** An endpoint accepts one shape or one of several: each is tested with its own example. */
function walksOf(contract: EndpointContract, valid: Record<string, unknown>): Walk[] {
  const root = schemaOf(contract);
  const inBody = contract.method === "POST";
  if (!root.oneOf) return [{ root, shape: root, contract, valid, inBody }];
  return root.oneOf.map((given) => {
    const shape = resolve(root, given);
    return { root, shape, contract, valid: Object(sample(root, shape)), inBody };
  });
}

function walk(place: Walk, given: Schema, path: Path, required: boolean): BoundCase[] {
  const schema = resolve(place.root, given);
  const missing = required && !isInPath(place, path) ? [refused(place, "a missing", path, undefined, "required")] : [];
  const own = schema.enum || schema.const !== undefined ? choices(place, schema, path) : ofType(place, schema, path);
  return [...missing, ...(isInBody(place, path) ? wrongTypes(place, schema, path) : []), ...own];
}

function ofType(place: Walk, schema: Schema, path: Path): BoundCase[] {
  if (schema.type === "string") return strings(place, schema, path);
  if (schema.type === "integer") return integers(place, schema, path);
  if (schema.type === "boolean") return booleans(place, path);
  if (schema.type === "array") return arrays(place, schema, path);
  if (schema.type === "object") return objects(place, schema, path);
  if (schema.oneOf) return branches(place, schema.oneOf, path);
  throw new Error(`The bounds of ${path.join(".")} are of a kind these tests do not know: ${JSON.stringify(schema)}`);
}

/** One code point of each width: ASCII, two bytes, three bytes, astral. */
const FILL = ["a", "é", "語", "𝒳"];

function strings(place: Walk, schema: Schema, path: Path): BoundCase[] {
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

function integers(place: Walk, { minimum, maximum }: Schema, path: Path): BoundCase[] {
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

function booleans(place: Walk, path: Path): BoundCase[] {
  const wrong = isInBody(place, path) ? [] : ["", "yes", "1", "0", "TRUE", "True", "on"];
  return [
    accepted(place, "true", path, true),
    accepted(place, "false", path, false),
    ...wrong.map((text) => refused(place, JSON.stringify(text), path, text, "invalid_type")),
  ];
}

function choices(place: Walk, schema: Schema, path: Path): BoundCase[] {
  const list = schema.enum ?? [schema.const];
  const wrong = ["", "nonsense", `${list[0]}x`, String(list[0]).toUpperCase(), ` ${list[0]}`];
  return [
    ...list.map((value) => accepted(place, `the choice ${value}`, path, value)),
    ...wrong.map((value) => refused(place, `the choice ${JSON.stringify(value)}`, path, value, "invalid_choice")),
  ];
}

function arrays(place: Walk, schema: Schema, path: Path): BoundCase[] {
  const { items = {}, maxItems = 0 } = schema;
  const one = sample(place.root, items);
  const many = (length: number) => Array.from({ length }, () => structuredClone(one));
  const first = { ...place, valid: put(place.valid, path, [one]) };
  return [
    accepted(place, "no entry", path, []),
    accepted(place, `${maxItems} entries`, path, many(maxItems)),
    refused(place, `${maxItems + 1} entries`, path, many(maxItems + 1), "too_many"),
    ...walk(first, items, [...path, 0], false),
  ];
}

function objects(place: Walk, schema: Schema, path: Path): BoundCase[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, inner]) =>
    walk(place, inner, [...path, field], schema.required?.includes(field) ?? false),
  );
}

/** Shapes distinguished by `kind`: each is tested with its own example. */
function branches(place: Walk, shapes: Schema[], path: Path): BoundCase[] {
  const nonsense = refused(place, "an unknown kind", [...path, "kind"], "nonsense", "invalid_choice");
  const walked = shapes.flatMap((shape) => {
    const branch = resolve(place.root, shape);
    const own = { ...place, valid: put(place.valid, path, sample(place.root, branch)) };
    const { kind: _, ...rest } = branch.properties ?? {};
    return objects(own, { ...branch, properties: rest }, path);
  });
  return [nonsense, ...walked];
}

/** JSON values of every type that the schema does not accept. */
function wrongTypes(place: Walk, schema: Schema, path: Path): BoundCase[] {
  const values: Array<[type: string, value: unknown]> = [
    ["null", null],
    ["boolean", true],
    ["integer", 1],
    ["number", 1.5],
    ["string", "text"],
    ["array", []],
    ["object", {}],
  ];
  const choice = schema.enum !== undefined || schema.const !== undefined;
  const takes = choice ? "string" : schema.oneOf ? "object" : schema.type;
  return values
    .filter(([type]) => type !== takes)
    .map(([type, value]) =>
      refused(place, `of the type ${type}`, path, value, choice ? "invalid_choice" : "invalid_type"),
    );
}

function unknownInside(place: Walk, given: Schema, path: Path): BoundCase[] {
  const schema = resolve(place.root, given);
  if (schema.type === "array") {
    const first = { ...place, valid: put(place.valid, path, [sample(place.root, schema.items ?? {})]) };
    return unknownInside(first, schema.items ?? {}, [...path, 0]);
  }
  if (schema.type !== "object") return [];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([field, next]) =>
    unknownInside(place, next, [...path, field]),
  );
  return [refused(place, "an unknown field", [...path, "no_such_field"], 1, "unknown_field"), ...inner];
}

function accepted(place: Walk, what: string, path: Path, value: unknown): BoundCase {
  return { promise: `${path.join(".")}: ${short(what)} passes`, input: put(place.valid, path, value), refusal: null };
}

function refused(place: Walk, what: string, path: Path, value: unknown, code: string): BoundCase {
  const field = String(path[0]);
  const carrier = fieldCarrier(place.contract, field);
  const at =
    place.inBody && carrier === "body" ? { pointer: path.map((part) => `/${part}`).join("") } : { parameter: field };
  return {
    promise: `${path.join(".")}: ${short(what)} is ${code}`,
    input: put(place.valid, path, value),
    refusal: { code, at },
  };
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function isInBody(place: Walk, path: Path): boolean {
  return place.inBody && fieldCarrier(place.contract, String(path[0])) === "body";
}

function isInPath(place: Walk, path: Path): boolean {
  return fieldCarrier(place.contract, String(path[0])) === "path";
}

/** A copy of `input` with `value` at `path`; `undefined` removes the field. */
function put(input: Record<string, unknown>, path: Path, value: unknown): Record<string, unknown> {
  const copy = structuredClone(input);
  let at: Record<string | number, unknown> = copy;
  for (const part of path.slice(0, -1)) at = Object(at[part]);
  const last = path.at(-1) ?? "";
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}
