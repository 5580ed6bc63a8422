import { z } from "zod";
import { type EndpointContract, fieldCarrier, inputFields } from "@/lib/contract/endpoint";
import { checkJson } from "@/lib/platform/check-json";
import { type FieldError, Problem } from "@/lib/platform/errors";
import { isStorableText } from "@/lib/text/safety/find-invisible";
import { findSecrets } from "@/lib/text/safety/find-secrets";

/** The request's values by where they were sent. `body` is the parsed JSON body, undefined if there was none. */
export type Carried = {
  path: Record<string, string>;
  query: URLSearchParams;
  header: (name: string) => string | undefined;
  body: unknown;
};

/**
 * Collects an endpoint's input from path, query, headers and body and validates it once. All errors are reported
 * together: `validation_failed`, or `invalid_text` when a text has U+0000 or an unpaired surrogate.
 */
export function validateInput(contract: EndpointContract, carried: Carried): Record<string, unknown> {
  const gathered = gather(contract, carried);
  const texts = isStorable(carried) ? [] : unstorable(carried.body, "").concat(unstorableQuery(carried.query));
  const { values, result: valid } = checkJson(contract.input, gathered.values);
  if (valid.success && texts.length === 0 && gathered.errors.length === 0) return valid.data;
  // Parses again for the error texts: zod distinguishes a missing field from one of the wrong type only with the input
  // in its issues, and that is much slower.
  const parsed = contract.input.safeParse(values, { reportInput: true });
  const issues = parsed.success ? [] : fieldErrors(contract, values, parsed.error.issues);
  const errors = onePerFault([...gathered.errors, ...texts, ...issues]);
  const unknownParameter = errors.some((error) => "parameter" in error && error.code === "unknown_field");
  throw new Problem(texts.length > 0 ? "invalid_text" : "validation_failed", {
    detail: summary(errors),
    errors,
    ...(unknownParameter ? { extra: { supported: shapeOf(contract).query } } : {}),
  });
}

/** Keeps the first of several errors with the same code on one field, because the caller sees them as one. */
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

/** A contract's input shape, computed once because contracts never change. */
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
  if (contract.method !== "POST") return { values, errors };
  if (typeof carried.body !== "object" || carried.body === null || Array.isArray(carried.body)) {
    errors.push({ pointer: "", code: "invalid_type", detail: "must be a JSON object" });
    return { values, errors };
  }
  const body: Record<string, unknown> = { ...carried.body };
  // A path or header field repeated in the body would otherwise be overridden silently.
  for (const field of Object.keys(contract.carriedBy ?? {})) {
    if (Object.hasOwn(body, field)) {
      errors.push({ pointer: `/${field}`, code: "unknown_field", detail: "is not a field of this body" });
      delete body[field];
    }
  }
  // A literal `__proto__` key is an own property after JSON.parse; spread keeps it one.
  return { values: { ...body, ...values }, errors };
}

/**
 * Converts a query value to the type its schema expects. A value that does not match stays a string and fails
 * validation.
 */
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

/** Whether all texts can be stored. A quick check without pointers, because nearly every request passes. */
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

/**
 * Converts schema issues into field errors that point to where each value was sent: one per place and kind of error.
 */
function fieldErrors(contract: EndpointContract, values: unknown, issues: z.core.$ZodIssue[]): FieldError[] {
  return ofRightType([...issues, ...wrongInEveryShape(contract, values, issues)]).flatMap((issue) =>
    describe(contract, issue),
  );
}

/** When no discriminator selects a shape, reports the errors that all shapes have in common. */
function wrongInEveryShape(contract: EndpointContract, values: unknown, found: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const { input } = contract;
  const [issue] = found;
  if (input instanceof z.ZodObject || issue?.code !== "invalid_union") return [];
  if (issue.path.join("/") !== input.def.discriminator) return [];
  const [first = [], ...others] = input.options.map((shape) => {
    const { result: parsed } = checkJson<z.ZodType>(shape, values, { reportInput: true });
    return parsed.success ? [] : eachApart(parsed.error.issues);
  });
  const isField = (one: z.core.$ZodIssue) => one.path[0] !== input.def.discriminator;
  const key = (one: z.core.$ZodIssue) => JSON.stringify([one.code, one.path, "keys" in one ? one.keys : null]);
  return first.filter(
    (one) => isField(one) && others.every((other) => other.some((alternate) => key(alternate) === key(one))),
  );
}

function eachApart(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue): z.core.$ZodIssue[] =>
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => ({ ...issue, keys: [key] })) : [issue],
  );
}

/**
 * Reports a value of the wrong type once. Zod also checks its length (arrays have one too), and that error would
 * mislead.
 */
function ofRightType(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const wrong = new Set(issues.filter((issue) => issue.code === "invalid_type").map((issue) => issue.path.join("/")));
  return issues.filter((issue) => issue.code === "invalid_type" || !wrong.has(issue.path.join("/")));
}

const CODES: Record<string, string> = {
  invalid_type: "invalid_type",
  invalid_format: "invalid_format",
  invalid_value: "invalid_choice",
  invalid_union: "invalid_choice",
  unrecognized_keys: "unknown_field",
  custom: "invalid_value",
};

function describe(contract: EndpointContract, issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      ...place(contract, [...issue.path, key]),
      code: "unknown_field",
      detail: "is not a known field",
    }));
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    // The branch with the fewest issues is the closest match and the most useful to report.
    const closest = issue.errors.reduce((best, branch) => (branch.length < best.length ? branch : best));
    return closest.flatMap((inner) => describe(contract, { ...inner, path: [...issue.path, ...inner.path] }));
  }
  if (issue.code === "invalid_union" && issue.discriminator !== undefined) return [unknownShape(contract, issue)];
  const missing = (issue.code === "invalid_type" || issue.code === "invalid_value") && issue.input === undefined;
  const code = missing
    ? "required"
    : issue.code === "too_big" || issue.code === "too_small"
      ? sizeCode(issue)
      : (CODES[issue.code] ?? issue.code);
  return [{ ...place(contract, issue.path), code, detail: missing ? "is required" : wording(issue) }];
}

/** The discriminator is missing or matches no shape. */
function unknownShape(contract: EndpointContract, issue: z.core.$ZodIssueInvalidUnion): FieldError {
  const input: unknown = issue.input;
  const field = issue.discriminator ?? "";
  const missing = typeof input === "object" && input !== null && !Object.hasOwn(input, field);
  if (missing) return { ...place(contract, issue.path), code: "required", detail: "is required" };
  const options = "options" in issue && Array.isArray(issue.options) ? issue.options : [];
  const choices = options.map((option: unknown) => JSON.stringify(option)).join(", ");
  return { ...place(contract, issue.path), code: "invalid_choice", detail: `must be one of ${choices}` };
}

function sizeCode(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  if (issue.origin === "string" || issue.origin === "bytes") return issue.code === "too_big" ? "too_long" : "too_short";
  if (issue.origin === "array") return issue.code === "too_big" ? "too_many" : "too_few";
  return issue.code;
}

function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === "too_big") return `must ${size(issue.origin, "at most", issue.maximum)}`;
  if (issue.code === "too_small") return `must ${size(issue.origin, "at least", issue.minimum)}`;
  if (issue.code === "invalid_value")
    return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
  if (issue.code === "invalid_type") return `must be of type ${issue.expected}`;
  return issue.message.slice(0, 200);
}

function size(origin: string, bound: string, count: number | bigint): string {
  if (origin === "string") return `have ${bound} ${count} ${Number(count) === 1 ? "character" : "characters"}`;
  if (origin === "bytes") return `have ${bound} ${count} bytes of UTF-8`;
  if (origin === "array") return `have ${bound} ${count} ${Number(count) === 1 ? "entry" : "entries"}`;
  return `be ${bound} ${count}`;
}

function place(
  contract: EndpointContract,
  path: PropertyKey[],
): { pointer: string } | { parameter: string } | { header: string } {
  const [field] = path;
  if (typeof field === "string" && path.length === 1) {
    const carrier = fieldCarrier(contract, field);
    if (carrier === "query" || carrier === "path") return { parameter: shownName(field) };
    if (carrier !== "body") return { header: carrier.header };
  }
  return { pointer: path.map((part) => `/${escapePointer(shownName(String(part)))}`).join("") };
}

/** Escapes a name for use in a JSON pointer. */
export function escapePointer(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * Caller-supplied names are returned with at most 80 characters, without splitting a character, and with secrets
 * masked.
 */
export function shownName(name: string): string {
  if (findSecrets(name).length > 0) return "[secret]";
  const start = name.slice(0, 160).toWellFormed();
  return start.length <= 80 ? start : [...start].slice(0, 80).join("").toWellFormed();
}
