import type { z } from "zod";
import { type EndpointContract, fieldCarrier, inputFields } from "@/lib/contract/endpoint";
import { type FieldError, Problem } from "@/lib/platform/errors";
import { escapePointer, fieldErrors, shownName } from "@/lib/server/http/field-errors";
import { isStorableText } from "@/lib/text/safety/well-formed";

/** Where the values of a request were found. `body` is the parsed JSON body, undefined when there was none. */
export type Carried = {
  path: Record<string, string>;
  query: URLSearchParams;
  header: (name: string) => string | undefined;
  body: unknown;
};

/**
 * Gathers an endpoint's input from path, query, headers and body and validates it once. All errors are reported at
 * once: `validation_failed`, or `invalid_text` when a text has U+0000 or an unpaired surrogate.
 */
export function validateInput(contract: EndpointContract, carried: Carried): Record<string, unknown> {
  const gathered = gather(contract, carried);
  const texts = isStorable(carried) ? [] : unstorable(carried.body, "").concat(unstorableQuery(carried.query));
  const valid = contract.input.safeParse(gathered.values);
  if (valid.success && texts.length === 0 && gathered.errors.length === 0) return valid.data;
  // Once more for the words: without the input in its issues, which takes much longer, zod does not tell a missing field
  // from one of another type.
  const parsed = contract.input.safeParse(gathered.values, { reportInput: true });
  const issues = parsed.success ? [] : fieldErrors(contract, gathered.values, parsed.error.issues);
  const errors = onePerFault([...gathered.errors, ...texts, ...issues]);
  const unknownParameter = errors.some((error) => "parameter" in error && error.code === "unknown_field");
  throw new Problem(texts.length > 0 ? "invalid_text" : "validation_failed", {
    detail: summary(errors),
    errors,
    ...(unknownParameter ? { extra: { supported: shapeOf(contract).query } } : {}),
  });
}

/** Two rules of one field that are broken in the same way are one error to the caller: the first says it. */
function onePerFault(errors: FieldError[]): FieldError[] {
  const faults = new Set<string>();
  return errors.filter(({ detail: _, ...fault }) => faults.size < faults.add(JSON.stringify(fault)).size);
}

function summary(errors: FieldError[]): string {
  const [first] = errors;
  if (!first) return "The request is not valid.";
  const where =
    "pointer" in first ? first.pointer || "the body" : "parameter" in first ? first.parameter : first.header;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more in errors)` : "";
  return `${where}: ${first.detail}${more}`.slice(0, 300);
}

type Shape = { fields: Record<string, z.core.$ZodType>; query: string[] };
const shapes = new WeakMap<EndpointContract, Shape>();

/** What a contract takes, worked out once: it never changes. */
function shapeOf(contract: EndpointContract): Shape {
  let shape = shapes.get(contract);
  if (!shape) {
    const fields = inputFields(contract);
    shape = { fields, query: Object.keys(fields).filter((field) => fieldCarrier(contract, field) === "query") };
    shapes.set(contract, shape);
  }
  return shape;
}

function gather(contract: EndpointContract, carried: Carried): { values: unknown; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const values: Record<string, unknown> = {};
  const { fields, query: takesQuery } = shapeOf(contract);
  for (const name of new Set(carried.query.keys())) {
    if (!takesQuery.includes(name)) {
      errors.push({ parameter: shownName(name), code: "unknown_field", detail: "is not a parameter of this endpoint" });
      continue;
    }
    if (carried.query.getAll(name).length > 1)
      errors.push({ parameter: name, code: "repeated", detail: "may appear only once" });
    values[name] = fromText(fields[name], carried.query.get(name) ?? "");
  }
  for (const field of Object.keys(fields)) {
    const carrier = contract.carriedBy?.[field];
    if (carrier && "path" in carrier) values[field] = carried.path[carrier.path];
    if (carrier && "header" in carrier) {
      const value = carried.header(carrier.header);
      if (value !== undefined) values[field] = value;
    }
  }
  if (contract.method === "GET") return { values, errors };
  if (typeof carried.body !== "object" || carried.body === null || Array.isArray(carried.body)) {
    errors.push({ pointer: "", code: "invalid_type", detail: "must be a JSON object" });
    return { values, errors };
  }
  const body: Record<string, unknown> = { ...carried.body };
  // A path or header field named in the body too would silently lose against its carrier.
  for (const field of Object.keys(contract.carriedBy ?? {})) {
    if (Object.hasOwn(body, field)) {
      errors.push({ pointer: `/${field}`, code: "unknown_field", detail: "is not a field of this body" });
      delete body[field];
    }
  }
  // A literal `__proto__` key is an own property after JSON.parse; a spread keeps it one.
  return { values: { ...body, ...values }, errors };
}

/** A query value in the type its schema asks for; what does not look like it stays a string and fails there. */
function fromText(schema: unknown, text: string): unknown {
  const type = baseType(schema);
  if (type === "number" && /^-?(0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function baseType(schema: unknown): string | undefined {
  let current: unknown = schema;
  while (typeof current === "object" && current !== null && "def" in current) {
    const def: unknown = current.def;
    if (typeof def !== "object" || def === null) return undefined;
    if ("innerType" in def) current = def.innerType;
    else return "type" in def ? String(def.type) : undefined;
  }
  return undefined;
}

/** Whether every text can be stored: what is true of nearly every request needs no pointers. */
function isStorable({ body, query }: Carried): boolean {
  for (const value of query.values()) if (!isStorableText(value)) return false;
  return holdsStorable(body);
}

function holdsStorable(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(holdsStorable);
  return Object.entries(value).every(([key, item]) => isStorableText(key) && holdsStorable(item));
}

function unstorable(value: unknown, pointer: string): FieldError[] {
  if (typeof value === "string")
    return isStorableText(value)
      ? []
      : [{ pointer, code: "invalid_text", detail: "has U+0000 or an unpaired surrogate" }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const at = `${pointer}/${escapePointer(shownName(key))}`;
    return isStorableText(key)
      ? unstorable(item, at)
      : [{ pointer: at, code: "invalid_text", detail: "has U+0000 or an unpaired surrogate in its name" }];
  });
}

function unstorableQuery(query: URLSearchParams): FieldError[] {
  return [...query].flatMap(([name, value]) =>
    isStorableText(value)
      ? []
      : [{ parameter: shownName(name), code: "invalid_text", detail: "has U+0000 or an unpaired surrogate" }],
  );
}
