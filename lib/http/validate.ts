import type { z } from "zod";
import { type EndpointContract, fieldCarrier, inputFields } from "@/lib/contract/endpoint";
import { type FieldError, Problem } from "@/lib/errors";
import { isStorableText } from "@/lib/safety/well-formed";

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
  // Without the input in its issues zod does not tell a missing field from one of another type.
  const parsed = contract.input.safeParse(gathered.values, { reportInput: true });
  const texts = unstorable(carried.body, "").concat(unstorableQuery(carried.query));
  if (parsed.success && texts.length === 0 && gathered.errors.length === 0) return parsed.data;
  const issues = parsed.success ? [] : ofRightType(parsed.error.issues).flatMap((issue) => describe(contract, issue));
  const errors = onePerFault([...gathered.errors, ...texts, ...issues]);
  const unknownParameter = errors.some((error) => "parameter" in error && error.code === "unknown_field");
  throw new Problem(texts.length > 0 ? "invalid_text" : "validation_failed", {
    detail: summary(errors),
    errors,
    ...(unknownParameter ? { extra: { supported: queryFields(contract) } } : {}),
  });
}

/** A value of the wrong type is one error: what zod says of its length beside that (an array has one too) would mislead. */
function ofRightType(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const wrong = new Set(issues.filter((issue) => issue.code === "invalid_type").map((issue) => issue.path.join("/")));
  return issues.filter((issue) => issue.code === "invalid_type" || !wrong.has(issue.path.join("/")));
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

function queryFields(contract: EndpointContract): string[] {
  return Object.keys(inputFields(contract)).filter((field) => fieldCarrier(contract, field) === "query");
}

function gather(contract: EndpointContract, carried: Carried): { values: unknown; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const values: Record<string, unknown> = {};
  const fields = inputFields(contract);
  const takesQuery = new Set(queryFields(contract));
  for (const name of new Set(carried.query.keys())) {
    if (!takesQuery.has(name))
      errors.push({ parameter: shorten(name), code: "unknown_field", detail: "is not a parameter of this endpoint" });
    else if (carried.query.getAll(name).length > 1)
      errors.push({ parameter: name, code: "repeated", detail: "may appear only once" });
    else values[name] = fromText(fields[name], carried.query.get(name) ?? "");
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

function unstorable(value: unknown, pointer: string): FieldError[] {
  if (typeof value === "string")
    return isStorableText(value)
      ? []
      : [{ pointer, code: "invalid_text", detail: "has U+0000 or an unpaired surrogate" }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const at = `${pointer}/${escapePointer(shorten(key))}`;
    return isStorableText(key)
      ? unstorable(item, at)
      : [{ pointer: at, code: "invalid_text", detail: "has U+0000 or an unpaired surrogate in its name" }];
  });
}

function unstorableQuery(query: URLSearchParams): FieldError[] {
  return [...query].flatMap(([name, value]) =>
    isStorableText(value)
      ? []
      : [{ parameter: shorten(name), code: "invalid_text", detail: "has U+0000 or an unpaired surrogate" }],
  );
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
    // The branch that came closest says most: the one with the fewest complaints.
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

/** The field that chooses between shapes is missing or names none of them. */
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
  if (issue.code === "too_big") return `must have at most ${issue.maximum}${unit(issue.origin)}`;
  if (issue.code === "too_small") return `must have at least ${issue.minimum}${unit(issue.origin)}`;
  if (issue.code === "invalid_value")
    return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
  if (issue.code === "invalid_type") return `must be of type ${issue.expected}`;
  return issue.message.slice(0, 200);
}

function unit(origin: string): string {
  if (origin === "string") return " characters";
  if (origin === "bytes") return " bytes of UTF-8";
  return origin === "array" ? " entries" : "";
}

function place(
  contract: EndpointContract,
  path: PropertyKey[],
): { pointer: string } | { parameter: string } | { header: string } {
  const [field] = path;
  if (typeof field === "string" && path.length === 1) {
    const carrier = fieldCarrier(contract, field);
    if (carrier === "query" || carrier === "path") return { parameter: shorten(field) };
    if (carrier !== "body") return { header: carrier.header };
  }
  return { pointer: path.map((part) => `/${escapePointer(shorten(String(part)))}`).join("") };
}

function escapePointer(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Names come from the caller: at most 80 characters of them go back, none of them cut in two. */
function shorten(text: string): string {
  const start = text.slice(0, 160).toWellFormed();
  return start.length <= 80 ? start : [...start].slice(0, 80).join("").toWellFormed();
}
