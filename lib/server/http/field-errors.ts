import { z } from "zod";
import { type EndpointContract, fieldCarrier } from "@/lib/contract/endpoint";
import { checkJson } from "@/lib/platform/check-json";
import type { FieldError } from "@/lib/platform/errors";
import { findSecrets } from "@/lib/text/safety/find-secrets";

/**
 * Converts schema issues into field errors that point to where each value was sent: one per place and kind of error.
 */
export function fieldErrors(contract: EndpointContract, values: unknown, issues: z.core.$ZodIssue[]): FieldError[] {
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
