import { z } from "zod";

type Json = Record<string, unknown>;

/** Keys that a model does not need for a call. The server validates them and reports errors. */
const LEFT_OUT = new Set(
  "$schema $defs id title examples pattern format minLength maxLength minItems maxItems minimum".split(" "),
);

/**
 * The JSON Schema that a tool advertises. It uses context in every conversation, so it contains names, types
 * and reasons, but no patterns and lengths; of a result only that it is an object, because a model sees its members. References are resolved because some hosts do not follow them.
 */
export function compactSchema(schema: z.ZodObject, io: "input" | "output"): Json {
  if (io === "output") return { type: "object" };
  const made: Json = { ...z.toJSONSchema(schema, { io: "input", reused: "inline", unrepresentable: "any" }) };
  const defs = isJson(made.$defs) ? made.$defs : {};
  return compactObject(made, defs, true);
}

function compact(node: unknown, defs: Json): unknown {
  if (Array.isArray(node)) return node.map((item) => compact(item, defs));
  return isJson(node) ? compactObject(node, defs, false) : node;
}

function compactObject(node: Json, defs: Json, closed: boolean): Json {
  const { $ref } = node;
  if (typeof $ref === "string") {
    const { $ref: _ref, ...beside } = node;
    const target = defs[$ref.replace("#/$defs/", "")];
    return compactObject({ ...(isJson(target) ? target : {}), ...beside }, defs, closed);
  }
  const kept: Json = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === "type" && "const" in node) continue;
    if (LEFT_OUT.has(key) || (key === "additionalProperties" && !closed)) continue;
    if ((key === "maximum" || key === "minimum") && Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER) continue;
    if (key === "properties" && isJson(value))
      kept.properties = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, compact(inner, defs)]));
    else kept[key] = compact(value, defs);
  }
  return kept;
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
