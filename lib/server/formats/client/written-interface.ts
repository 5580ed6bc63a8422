import { z } from "zod";
import { type EndpointContract, fieldCarrier, inputFields } from "@/lib/contract/endpoint";
import { problemCodes } from "@/lib/contract/problems";
import { contracts } from "@/lib/server/endpoints";
import { openapiDocument } from "@/lib/server/openapi/document";
import { asRecord, type Json } from "@/lib/server/openapi/json-schema";

/**
 * GET /search opens a thread, as its POST does; the documents describe the interface to programs without types; the
 * body of a bundle is not JSON; the lists of technologies and of versions that a release left behind are for people.
 */
const LEFT_OUT = new Set([
  "search",
  "get_openapi",
  "get_knowledge_openapi",
  "create_bundle",
  "list_stale_versions",
  "list_technologies",
]);

/** The types of the interface, made from the contract. */
export function writtenWire(): string {
  const listed = contracts().filter(({ name }) => !LEFT_OUT.has(name));
  const document = openapiDocument(listed, { title: "", version: "", description: "", server: "" });
  const { Problem: _, ...schemas } = asRecord(asRecord(document.components).schemas);
  const types = Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${writtenType(schema)};\n`);
  const operations = listed.map((contract) => {
    const operation = asRecord(asRecord(asRecord(document.paths)[contract.path])[contract.method.toLowerCase()]);
    return `${comment(contract.summary)}${nameOf(contract)}: { input: ${inputType(contract, operation)}; answer: ${answerType(contract, operation)} };\n`;
  });
  const written = [
    "/** The types of the interface, made from its contract. Answers may have more members. */\n",
    ...types,
    `/** The \`code\` of a refusal. */\nexport type ProblemCode = ${problemCodes.map((code) => JSON.stringify(code)).join(" | ")};\n`,
    `/** Every operation by its name, with the type of its input and of its answer. */\nexport interface Operations {\n${operations.join("")}}\n`,
  ];
  return indented(written.join("\n"));
}

/** How each operation is sent, as a module without types. */
export function writtenTable(): string {
  const rows = contracts()
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map((contract) => {
      const elsewhere = Object.keys(inputFields(contract)).flatMap((field) => {
        const carrier = fieldCarrier(contract, field);
        if (carrier === "path" || carrier === "body" || (carrier === "query" && contract.method !== "POST")) return [];
        return [[field, carrier === "query" ? "query" : carrier.header]];
      });
      const row = {
        method: contract.method,
        path: contract.path,
        ...(contract.idempotent ? { isIdempotent: true } : {}),
        ...(isWhole(contract) ? { isWhole: true } : {}),
        ...(elsewhere.length > 0 ? { elsewhere: Object.fromEntries(elsewhere) } : {}),
      };
      return `${nameOf(contract)}: ${JSON.stringify(row)},\n`;
    });
  return `/** How each operation is sent, made from the contract. */
export const operationTable = {
${rows.join("")}} as const;
`;
}

/** The operation's name in TypeScript: \`startTask\` for \`start_task\`. */
function nameOf({ name }: EndpointContract): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function isWhole({ output }: EndpointContract): boolean {
  return !(output instanceof z.ZodObject && Object.keys(output.shape).join() === "data");
}

function answerType(contract: EndpointContract, operation: Json): string {
  const success = asRecord(asRecord(operation.responses)[String(contract.status ?? 200)]);
  const schema = asRecord(asRecord(asRecord(success.content)["application/json"]).schema);
  return writtenType(isWhole(contract) ? schema : asRecord(schema.properties).data);
}

/** Every field of the input by its own name, independent of where it is sent. */
function inputType(contract: EndpointContract, operation: Json): string {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters.map(asRecord) : [];
  const body = asRecord(asRecord(asRecord(asRecord(operation.requestBody).content)["application/json"]).schema);
  if (!(contract.input instanceof z.ZodObject)) return writtenType(body);
  const needed = Array.isArray(body.required) ? body.required : [];
  return writtenFields(
    Object.keys(inputFields(contract)).map((name) => {
      const carrier = fieldCarrier(contract, name);
      const sent = typeof carrier === "object" ? carrier.header : name;
      const parameter = parameters.find((each) => each.name === sent);
      const schema = asRecord(carrier === "body" ? asRecord(body.properties)[name] : parameter?.schema);
      const isRequired = carrier === "body" ? needed.includes(name) : parameter?.required === true;
      return { name, schema, isRequired, about: schema.description };
    }),
  );
}

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
function writtenFields(fields: Field[]): string {
  if (fields.length === 0) return "Record<string, never>";
  const lines = fields.map(({ name, schema, isRequired, about }) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
    return `${comment(about)}${key}${isRequired ? "" : "?"}: ${writtenType(schema)};\n`;
  });
  return `{\n${lines.join("")}}`;
}

/** A doc comment of a text; nothing without one. */
function comment(text: unknown): string {
  return typeof text === "string" && text !== "" ? `/** ${text.replaceAll("*/", "* /")} */\n` : "";
}

/** The same lines, each indented by the braces that are open before it. */
function indented(text: string): string {
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
