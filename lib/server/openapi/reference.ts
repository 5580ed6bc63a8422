import { z } from "zod";
import { AREAS, type EndpointContract, fieldCarrier } from "@/lib/contract/endpoint";
import { EXAMPLE_BASE, examples } from "@/lib/contract/examples";
import type { ProblemCode } from "@/lib/contract/problems";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/singleton";
import { asRecord, type Json, limitsOf, resolved } from "@/lib/server/openapi/json-schema";

const AUTH: Record<ReferenceEntry["auth"], string> = {
  none: "no token",
  connection: "token",
  optional: "token if you have one",
  append_key: "append key, or the token that opened the thread",
};

/** One area of the reference: the endpoints of a tag, in the order of the endpoint table. */
export type ReferenceArea = {
  /** The last part of the address of its page. */
  area: string;
  tag: string;
  /** One sentence for the overview and for search engines. */
  about: string;
  entries: ReferenceEntry[];
};

/** The reference of all endpoints, by area, in reading order. */
export function referenceAreas(contracts: readonly EndpointContract[]): ReferenceArea[] {
  return singleton("api-reference", () => {
    const all = contracts.map((contract) => referenceOf(contract, env().BASE_URL));
    const tags = [...new Set(all.map(({ tag }) => tag))];
    return tags.map((tag) => ({
      area: areaOf(tag),
      tag,
      about: AREAS[tag],
      entries: all.filter((entry) => entry.tag === tag),
    }));
  });
}

/** The names of the areas in addresses. */
export function areaNames(contracts: readonly EndpointContract[]): string[] {
  return [...new Set(contracts.map(({ tag }) => areaOf(tag)))];
}

/** Describes an endpoint's requirements for the caller. */
export function needsOf({ auth, idempotent }: ReferenceEntry): string {
  return `${AUTH[auth]}${idempotent ? "; takes an Idempotency-Key (a random one, such as a UUID)" : ""}`;
}

/** An earlier endpoint of the area with the same path and fields, whose table need not be repeated; else undefined. */
export function twinOf(entry: ReferenceEntry, entries: readonly ReferenceEntry[]): ReferenceEntry | undefined {
  const fields = fieldsAlone(entry.fields);
  return entries
    .slice(0, entries.indexOf(entry))
    .find(({ path, fields: others }) => path === entry.path && fieldsAlone(others) === fields);
}

function fieldsAlone(fields: readonly ReferenceField[]): string {
  return JSON.stringify(fields.map(({ name, holds, description }) => [name, holds, description]));
}

function areaOf(tag: string): string {
  return tag.toLowerCase().replaceAll(" ", "-");
}

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
function referenceOf(contract: EndpointContract, base: string): ReferenceEntry {
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

/** The shell variables that stand for ids, by the prefix of the id. */
export const ID_VARIABLES: Readonly<Record<string, string>> = {
  skl: "SKILL_ID",
  skv: "VERSION_ID",
  thr: "THREAD_ID",
  msg: "MESSAGE_ID",
  con: "CONNECTION_ID",
  kop: "OPERATION_REF",
  src: "SOURCE_ID",
};

const ID = new RegExp(`\\b(${Object.keys(ID_VARIABLES).join("|")})_[\\w-]{22}`, "g");

/**
 * A request with this input as a curl command that runs in a POSIX shell. It has the whole body. Ids, the token and the
 * append key are variables, which the reader sets from earlier answers.
 */
function writtenRequest(contract: EndpointContract, input: Readonly<Record<string, unknown>>, base: string): string {
  const carriedBy = (carrier: string) =>
    Object.entries(input).filter(([name]) => fieldCarrier(contract, name) === carrier);
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => withVariables(String(input[name])));
  const headers = [
    ...(contract.auth === "connection" ? ['-H "Authorization: Bearer $CAIRN_TOKEN"'] : []),
    ...(contract.auth === "append_key" ? ['-H "X-Service-Append-Key: $APPEND_KEY"'] : []),
  ];
  if (contract.method === "GET") {
    const query = carriedBy("query").map(([name, value]) => `--data-urlencode ${quoted(`${name}=${String(value)}`)}`);
    return [`curl -s${query.length > 0 ? "G" : ""} "${base}${path}"`, ...headers, ...query].join(" \\\n  ");
  }
  if (contract.method === "DELETE") return [`curl -s -X DELETE "${base}${path}"`, ...headers].join(" \\\n  ");
  if (contract.bodyForm === "archive") {
    const archive = [`-H 'Content-Type: application/gzip'`, "--data-binary @files.tar.gz"];
    return [`curl -s "${base}${path}"`, ...headers, ...archive].join(" \\\n  ");
  }
  const body = JSON.stringify(Object.fromEntries(carriedBy("body")), null, 2);
  return [`curl -s "${base}${path}"`, ...headers, bodyOption(body)].join(" \\\n  ");
}

/** An answer as JSON text, with the service's own origin. */
function writtenAnswer(answer: unknown, base: string): string {
  return JSON.stringify(answer, null, 2).replaceAll(EXAMPLE_BASE, base);
}

function withVariables(text: string): string {
  return text.replaceAll(ID, (_, prefix: string) => `$${ID_VARIABLES[prefix]}`);
}

/** In double quotes where the shell must fill in a variable, else in single quotes. */
function quoted(text: string): string {
  const filled = withVariables(text);
  return filled === text ? `'${text.replaceAll("'", `'\\''`)}'` : `"${filled}"`;
}

/** A body with variables is a here document, because the shell fills none into single quotes. */
function bodyOption(body: string): string {
  const filled = withVariables(body);
  if (filled === body) return `--json ${quoted(body)}`;
  const escaped = withVariables(body.replaceAll(/[$`]|\\(?=[$`\\\n])/g, "\\$&"));
  return `--json @- <<JSON\n${escaped}\nJSON`;
}
