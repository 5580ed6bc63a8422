import { writeFileSync } from "node:fs";
import path from "node:path";
import { contracts } from "@/lib/server/endpoints";
import { writtenType } from "@/lib/server/formats/client/written-interface";
import { knowledgeOpenapi, publicOpenapi } from "@/lib/server/openapi/document";
import { asRecord, type Json } from "@/lib/server/openapi/json-schema";

/** The list of every field of the interface: a change of it is a change for those who call. */
export const FIELDS_FILE = path.join(import.meta.dirname, "../api/openapi-fields.txt");

const LIMIT = /^(?:min|max|exclusive|pattern|format)/;
const REFUSAL = "application/problem+json";

/** What OpenAPI documents promise, one field a line: `METHOD path · field · type · required`, and schemas by name. */
export function openapiFields(documents: Json[]): string[] {
  const lines = documents.flatMap(({ paths, components }) => [
    ...Object.entries(asRecord(paths)).flatMap(([address, methods]) =>
      Object.entries(asRecord(methods)).flatMap(([method, operation]) =>
        fieldsOfOperation(`${method.toUpperCase()} ${address}`, asRecord(operation)),
      ),
    ),
    ...Object.entries(asRecord(asRecord(components).schemas)).flatMap(([name, schema]) => fieldsOf(name, "", schema)),
  ]);
  return [...new Set(lines)];
}

function fieldsOfOperation(of: string, { parameters, requestBody, responses, security }: Json): string[] {
  const secured = Array.isArray(security) ? security.flatMap((scheme) => Object.keys(asRecord(scheme))) : [];
  const sent = (Array.isArray(parameters) ? parameters.map(asRecord) : []).flatMap((parameter) =>
    fieldsOf(of, `${parameter.in}.${parameter.name}`, parameter.schema, parameter.required === true),
  );
  const body = asRecord(requestBody);
  const answers = Object.entries(asRecord(responses)).flatMap(([status, response]) =>
    Object.entries(asRecord(asRecord(response).content))
      .filter(([kind]) => kind !== REFUSAL)
      .flatMap(([, content]) => fieldsOf(of, status, asRecord(content).schema)),
  );
  const refusals = Object.entries(asRecord(responses))
    .filter(([, response]) => REFUSAL in asRecord(asRecord(response).content))
    .map(([status, response]) => {
      const codes = Array.from(String(asRecord(response).description).matchAll(/`(\w+)`/g), ([, code]) => code);
      return `${status} ${codes.join(" ")}`;
    });
  return [
    ...(secured.length > 0 ? [line(of, "security", secured.join(" | "))] : []),
    ...sent,
    ...Object.values(asRecord(body.content)).flatMap((content) =>
      fieldsOf(of, "body", asRecord(content).schema, body.required === true),
    ),
    ...answers,
    line(of, "refusals", refusals.join(", ")),
  ];
}

/**
 * A line for the schema, and one for each field inside it, of every variant of a union. A schema with a name stands for its
 * fields.
 */
function fieldsOf(of: string, field: string, schema: unknown, isRequired?: boolean): string[] {
  const { properties, required, items, anyOf, oneOf, allOf, additionalProperties } = asRecord(schema);
  const names = Array.isArray(required) ? required : [];
  const inside = Object.entries(asRecord(properties)).flatMap(([name, inner]) =>
    fieldsOf(of, field === "" ? name : `${field}.${name}`, inner, names.includes(name)),
  );
  const shapes = [anyOf, oneOf, allOf].filter(Array.isArray).flat();
  const hasFields = (inner: unknown) => inner !== undefined && fieldsOf("", "", inner).length > 1;
  const variants = shapes.flatMap((shape) => (hasFields(shape) ? fieldsOf(of, field, shape).slice(1) : []));
  const listed = hasFields(items) ? fieldsOf(of, `${field}[]`, items).slice(1) : [];
  const others = hasFields(additionalProperties) ? fieldsOf(of, `${field}.*`, additionalProperties).slice(1) : [];
  return [line(of, field, typeOf(schema), isRequired), ...inside, ...variants, ...listed, ...others];
}

/** The type in a few words, with the limits that a value must keep. */
function typeOf(schema: unknown): string {
  const { anyOf, oneOf, allOf, type, items, ...rest } = asRecord(schema);
  const shapes = anyOf ?? oneOf;
  if (Array.isArray(shapes)) return [...new Set(shapes.map(typeOf))].join(" | ");
  if (Array.isArray(allOf)) return allOf.map(typeOf).join(" & ");
  const limits = Object.entries(rest)
    .filter(([name, value]) => LIMIT.test(name) && value !== Number.MAX_SAFE_INTEGER)
    .map(([name, value]) => `${name}=${value}`);
  const named = type === "object" || type === "integer" ? type : writtenType(schema);
  const own = type === "array" ? `list of ${typeOf(items)}` : named;
  return limits.length > 0 ? `${own} (${limits.join(", ")})` : own;
}

function line(of: string, field: string, type: string, isRequired?: boolean): string {
  const need = isRequired === undefined ? [] : [isRequired ? "required" : "optional"];
  return [of, field, type, ...need].filter((part) => part !== "").join(" · ");
}

if (process.argv[1] === import.meta.filename) {
  const documents = [publicOpenapi(contracts()), knowledgeOpenapi(contracts())];
  writeFileSync(FIELDS_FILE, `${openapiFields(documents.map((document) => ({ ...document }))).join("\n")}\n`);
  console.log(`Written: ${path.relative(process.cwd(), FIELDS_FILE)}. A change needs a line in CHANGELOG.md.`);
}
