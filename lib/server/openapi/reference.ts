import { z } from "zod";
import { type EndpointContract, fieldCarrier } from "@/lib/contract/endpoint";
import type { ProblemCode } from "@/lib/contract/problems";
import { asRecord, exampleOf, type Json, limitsOf, resolved } from "@/lib/server/openapi/json-schema";

export type ReferenceField = {
  name: string;
  /** Where it is sent: `path`, `query`, `body`, or the name of a header. */
  carrier: string;
  required: boolean;
  holds: string;
  description: string;
};

export type ReferenceEntry = {
  name: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  auth: EndpointContract["auth"];
  idempotent: boolean;
  status: number;
  fields: ReferenceField[];
  problems: ProblemCode[];
  curl: string;
  answer: string;
};

/** The reference data of one endpoint, derived from its contract. */
export function referenceOf(contract: EndpointContract, base: string): ReferenceEntry {
  const root: Json = { ...z.toJSONSchema(contract.input, { io: "input", reused: "inline" }) };
  const output: Json = { ...z.toJSONSchema(contract.output, { io: "output", reused: "inline" }) };
  const { name, method, path, tag, summary, auth, problems } = contract;
  return {
    name,
    method,
    path,
    tag,
    summary,
    description: contract.description ?? "",
    auth,
    idempotent: contract.idempotent ?? false,
    status: contract.status ?? 200,
    fields: fieldsOf(contract, root),
    problems,
    curl: curlOf(contract, root, base),
    answer: JSON.stringify(exampleOf(resolved(output, output), output, true), null, 2),
  };
}

/** The shapes of a body: one, or several that one field distinguishes. */
function shapes(root: Json): Json[] {
  return Array.isArray(root.oneOf) ? root.oneOf.map((shape) => resolved(shape, root)) : [root];
}

function fieldsOf(contract: EndpointContract, root: Json): ReferenceField[] {
  const all = shapes(root);
  const names = [...new Set(all.flatMap((shape) => Object.keys(asRecord(shape.properties))))];
  return names.flatMap((name) => {
    const having = all.filter((shape) => name in asRecord(shape.properties));
    const [shape = {}] = having;
    const carrier = fieldCarrier(contract, name);
    const schema = resolved(asRecord(shape.properties)[name], root);
    const kinds = having.map((each) => resolved(asRecord(each.properties).kind, root).const);
    const only = having.length < all.length ? `Only with kind ${kinds.join(" or ")}. ` : "";
    return [
      {
        name,
        carrier: typeof carrier === "object" ? `header ${carrier.header}` : carrier,
        required: carrier === "path" || having.every((each) => isRequired(each, name)),
        holds:
          having.length > 1 && name === "kind"
            ? kinds.map((kind) => JSON.stringify(kind)).join(" or ")
            : limitsOf(schema, root),
        description: only + describe(schema),
      },
      ...inner(schema, root, name),
    ];
  });
}

/** The fields of an object, or of the objects in a list, one level deep. */
function inner(schema: Json, root: Json, name: string): ReferenceField[] {
  const isList = schema.type === "array";
  const object = isList ? resolved(schema.items, root) : schema;
  return Object.entries(asRecord(object.properties)).map(([field, given]) => {
    const own = resolved(given, root);
    return {
      name: `${name}${isList ? "[]" : ""}.${field}`,
      carrier: "body",
      required: isRequired(object, field),
      holds: limitsOf(own, root),
      description: describe(own),
    };
  });
}

function isRequired(shape: Json, name: string): boolean {
  return Array.isArray(shape.required) && shape.required.includes(name);
}

function describe(schema: Json): string {
  const said = typeof schema.description === "string" ? schema.description : "";
  const isProse = schema.pattern === "^[^<>`]*$";
  return isProse ? `${said} Plain prose: no angle brackets, no backtick.`.trim() : said;
}

function curlOf(contract: EndpointContract, root: Json, base: string): string {
  const [shape = root] = shapes(root);
  const values = Object.entries(asRecord(exampleOf(shape, root, false))).filter(([name]) => name !== "append_key");
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const headers = [
    ...(contract.auth === "connection" ? ['-H "Authorization: Bearer $CAIRN_TOKEN"'] : []),
    ...(contract.auth === "append_key" ? ['-H "X-Service-Append-Key: $APPEND_KEY"'] : []),
  ];
  const carried = (name: string) => fieldCarrier(contract, name);
  if (contract.method === "GET") {
    const query = values
      .filter(([name]) => carried(name) === "query")
      .map(([name, value]) => `--data-urlencode '${name}=${String(value)}'`);
    return [`curl -s${query.length > 0 ? "G" : ""} "${base}${path}"`, ...headers, ...query].join(" \\\n  ");
  }
  const body = JSON.stringify(Object.fromEntries(values.filter(([name]) => carried(name) === "body")), null, 2);
  return [`curl -s "${base}${path}"`, ...headers, `--json '${body}'`].join(" \\\n  ");
}
