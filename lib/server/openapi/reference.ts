import { z } from "zod";
import { type EndpointContract, fieldCarrier } from "@/lib/contract/endpoint";
import { examples } from "@/lib/contract/examples";
import type { ProblemCode } from "@/lib/contract/problems";
import { asRecord, type Json, limitsOf, resolved } from "@/lib/server/openapi/json-schema";
import { writtenAnswer, writtenRequest } from "@/lib/server/openapi/written-request";

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
  tag: EndpointContract["tag"];
  summary: string;
  description: string;
  auth: EndpointContract["auth"];
  idempotent: boolean;
  status: number;
  fields: ReferenceField[];
  problems: ProblemCode[];
  /** A whole request for the terminal. Ids and secrets are shell variables. */
  curl: string;
  /** The answer that the service gave to this request, as JSON text. */
  answer: string;
};

/** The reference data of one endpoint, derived from its contract and its recorded example. */
export function referenceOf(contract: EndpointContract, base: string): ReferenceEntry {
  const root: Json = { ...z.toJSONSchema(contract.input, { io: "input", reused: "inline" }) };
  const example = examples.get(contract.name) ?? { input: {}, answer: {} };
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
    curl: writtenRequest(contract, example.input, base),
    answer: writtenAnswer(example.answer, base),
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
