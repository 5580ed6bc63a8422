import { asRecord, type Json } from "@/lib/server/openapi/json-schema";

/** The TypeScript type of a JSON Schema. Its fields carry no comments: the reference has them all. */
export function writtenType(schema: unknown): string {
  const { $ref, const: only, enum: values, anyOf, oneOf, allOf, type, items, ...rest } = asRecord(schema);
  if (typeof $ref === "string") return $ref.replace("#/components/schemas/", "");
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  const shapes = anyOf ?? oneOf;
  if (Array.isArray(shapes)) return [...new Set(shapes.map(writtenType))].join(" | ");
  if (Array.isArray(allOf)) return allOf.map((part) => `(${writtenType(part)})`).join(" & ");
  if (Array.isArray(type)) return type.map((one) => writtenType({ ...rest, items, type: one })).join(" | ");
  if (type === "array") return `(${writtenType(items)})[]`;
  if (type === "object") return writtenObject(rest);
  return (
    { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" }[String(type)] ??
    "unknown"
  );
}

function writtenObject({ properties, required, additionalProperties }: Json): string {
  const fields = Object.entries(asRecord(properties));
  const values = asRecord(additionalProperties);
  if (fields.length === 0) return `Record<string, ${Object.keys(values).length > 0 ? writtenType(values) : "unknown"}>`;
  return writtenFields(
    fields.map(([name, schema]) => ({ name, schema, isRequired: Array.isArray(required) && required.includes(name) })),
  );
}

type Field = { name: string; schema: unknown; isRequired: boolean; about?: unknown };

/** An object type of these fields; those with an `about` carry it as their comment. */
export function writtenFields(fields: Field[]): string {
  if (fields.length === 0) return "Record<string, never>";
  const lines = fields.map(({ name, schema, isRequired, about }) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
    return `${comment(about)}${key}${isRequired ? "" : "?"}: ${writtenType(schema)};\n`;
  });
  return `{\n${lines.join("")}}`;
}

/** A doc comment of a text; nothing without one. */
export function comment(text: unknown): string {
  return typeof text === "string" && text !== "" ? `/** ${text.replaceAll("*/", "* /")} */\n` : "";
}

/** The same lines, each indented by the braces that are open before it. */
export function indented(text: string): string {
  let depth = 0;
  const lines = text.split("\n").map((line) => {
    if (line.startsWith("/**")) return "  ".repeat(depth) + line;
    const change = line.split("{").length - line.split("}").length;
    const indent = line.startsWith("}") ? depth - 1 : depth;
    depth += change;
    return line === "" ? line : "  ".repeat(indent) + line;
  });
  return lines.join("\n");
}
