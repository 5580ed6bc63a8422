import type { z } from "zod";
import { checkJson } from "@/lib/platform/check-json";
import { isRecord } from "@/lib/server/openapi/json-schema";

/** A JSON number and nothing else: no blanks, no leading zeros, no plus sign. */
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const BOOLEANS = new Map([
  ["true", true],
  ["false", false],
]);

type Schema = z.core.$ZodType;

/**
 * Reads arguments as clients send them, at any depth: a member that is null counts as left out, unless its schema accepts
 * null, and a text that is exactly a JSON number or boolean is read as one where the schema wants one. An item of a list
 * gets the members that it leaves out and that have one possible value. Everything else stays as it is, for the schema to
 * judge.
 */
export function readArguments(schema: Schema, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return isRecord(value) ? readMembers(value, (name) => ownMember(def.shape, name)) : value;
    case "record":
      return isRecord(value) ? readMembers(value, () => def.valueType) : value;
    case "array":
      return Array.isArray(value)
        ? value.map((item) => readArguments(def.element, withImplied(def.element, item)))
        : value;
    case "union":
      return readOneOf(def.options, value);
    case "pipe":
      return readArguments(def.in, value);
    case "lazy":
      return readArguments(def.getter(), value);
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return readArguments(def.innerType, value);
    case "number":
      return numberIn(value);
    case "boolean":
      return typeof value === "string" ? (BOOLEANS.get(value) ?? value) : value;
    default:
      return value;
  }
}

function readMembers(value: object, schemaOf: (name: string) => Schema | undefined): object {
  // `fromEntries` keeps a member named `__proto__`, which the schema then refuses.
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]: [string, unknown]) => {
      const schema = schemaOf(name);
      if (item === null && !(schema && accepts(schema, null))) return [];
      return [[name, schema ? readArguments(schema, item) : item]];
    }),
  );
}

function withImplied(schema: Schema, item: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== "object" || !isRecord(item)) return item;
  const implied = Object.entries(def.shape).flatMap(([name, member]) => {
    const { def: of } = (member as z.core.$ZodTypes)._zod;
    return of.type === "literal" && of.values.length === 1 && !Object.hasOwn(item, name) ? [[name, of.values[0]]] : [];
  });
  return implied.length > 0 ? { ...Object.fromEntries(implied), ...item } : item;
}

/** A value is read as the first alternative that accepts it, as it is or as a client may have meant it. */
function readOneOf(options: readonly Schema[], value: unknown): unknown {
  if (options.some((option) => accepts(option, value))) return value;
  const readings = options.map((option) => ({ option, read: readArguments(option, value) }));
  const accepted = readings.find(({ option, read }) => accepts(option, read));
  return accepted ? accepted.read : isRecord(value) ? readMembers(value, () => undefined) : value;
}

function accepts(schema: Schema, value: unknown): boolean {
  return checkJson(schema as z.ZodType, value).result.success;
}

function numberIn(value: unknown): unknown {
  if (typeof value !== "string" || !JSON_NUMBER.test(value)) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

function ownMember(shape: Readonly<Record<string, Schema>>, name: string): Schema | undefined {
  return Object.hasOwn(shape, name) ? shape[name] : undefined;
}
