import { z } from "zod";
import { type EndpointContract, fieldCarrier, inputFields } from "@/lib/contract/endpoint";
import { EXAMPLE_BASE, type Example, examples } from "@/lib/contract/examples";
import { type ProblemCode, problems } from "@/lib/contract/problems";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/singleton";
import { asRecord, type Json } from "@/lib/server/openapi/json-schema";

const isOfKnowledge = ({ path }: EndpointContract) => path.startsWith("/api/knowledge/");

/** The OpenAPI 3.1 document of the public interface with the endpoints for maintainers, built once per process. */
export function publicOpenapi(contracts: readonly EndpointContract[]): { openapi: string } {
  return singleton("public-openapi", () =>
    openapiDocument(
      contracts.filter((contract) => !isOfKnowledge(contract)),
      {
        title: "Cairn public interface",
        version: "1",
        description:
          "Search a public library of versioned skills; ask in public threads; report what worked. Threads are public: never send secrets.",
        server: env().BASE_URL,
      },
    ),
  );
}

/** The OpenAPI 3.1 document of the knowledge interface, built once per process. */
export function knowledgeOpenapi(contracts: readonly EndpointContract[]): { openapi: string } {
  return singleton("knowledge-openapi", () =>
    openapiDocument(contracts.filter(isOfKnowledge), {
      title: "knowledge-v2",
      version: "2",
      description:
        "Search, read, propose and follow versioned skills; take part in public threads. Every call carries the bearer token of a connection.",
      server: env().BASE_URL,
    }),
  );
}

/** The problems of every endpoint, in addition to those in its contract. */
const ALWAYS: ProblemCode[] = [
  "malformed_request",
  "method_not_allowed",
  "validation_failed",
  "invalid_text",
  "rate_limited",
  "internal",
  "unavailable",
];
const WITH_BODY: ProblemCode[] = ["malformed_json", "body_too_large", "unsupported_media_type", "request_timeout"];

/**
 * An OpenAPI 3.1 document of these contracts. Named schemas (`.meta({ id })`) become components; everything else is
 * inlined.
 */
export function openapiDocument(
  contracts: EndpointContract[],
  info: { title: string; version: string; description: string; server: string },
): { openapi: string } & Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const contract of contracts) {
    const example = exampleOf(contract, info.server);
    const described = operation(contract, schemas, example);
    paths[contract.path] = { ...paths[contract.path], [contract.method.toLowerCase()]: described };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: info.server }],
    tags: [...new Set(contracts.map((contract) => contract.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...sorted(withDiscriminators(schemas)), Problem: problemSchema() },
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The token of a connection (POST /api/v1/connections).",
        },
        append_key: {
          type: "apiKey",
          in: "header",
          name: "X-Service-Append-Key",
          description: "The `append_key` of the answer that opened the thread: of a search or of a task.",
        },
      },
    },
  };
}

/** The example of an operation, with the addresses of this service. */
function exampleOf({ name }: EndpointContract, server: string): Example | undefined {
  const example = examples.get(name);
  return example && JSON.parse(JSON.stringify(example).replaceAll(EXAMPLE_BASE, server));
}

function operation(contract: EndpointContract, schemas: Json, example: Example | undefined): Json {
  const input = jsonSchema(contract.input, "input", schemas);
  const properties = asRecord(input.properties);
  const required = new Set(Array.isArray(input.required) ? input.required : []);
  const fields = Object.keys(inputFields(contract)).map((name) => ({
    name,
    carrier: fieldCarrier(contract, name),
    schema: asRecord(properties[name]),
  }));
  const parameters = fields
    .filter(({ carrier }) => carrier !== "body")
    .map(({ name, carrier, schema }) => ({
      name: typeof carrier === "object" ? carrier.header : name,
      in: typeof carrier === "object" ? "header" : carrier,
      required: carrier === "path" || required.has(name),
      ...(typeof schema.description === "string" ? { description: schema.description } : {}),
      schema,
      ...(example && name in example.input ? { example: example.input[name] } : {}),
    }));
  if (contract.idempotent) parameters.push(idempotencyParameter());
  const bodyFields = fields.filter(({ carrier }) => carrier === "body");
  const whole = contract.input instanceof z.ZodObject ? bodySchema(bodyFields, required) : input;
  const sent = Object.entries(example?.input ?? {}).filter(([name]) => fieldCarrier(contract, name) === "body");
  const body = contract.method === "POST" ? requestBody(contract, whole, example && Object.fromEntries(sent)) : {};
  return {
    operationId: contract.name,
    summary: contract.summary,
    ...(contract.description ? { description: contract.description } : {}),
    tags: [contract.tag],
    security: SECURITY[contract.auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...body,
    responses: responses(contract, schemas, example),
  };
}

const SECURITY: Record<EndpointContract["auth"], Json[]> = {
  none: [],
  append_key: [{ append_key: [] }, { bearer: [] }, { append_key: [], bearer: [] }],
  connection: [{ bearer: [] }],
  optional: [{}, { bearer: [] }],
};

function idempotencyParameter() {
  return {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "The same request with the same key within 24 hours gives the stored answer and has no second effect. A key belongs to its caller: the token's connection, else the append key where the request takes one, else the network address. Use a random one, such as a UUID.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  };
}

function idempotencyHeaders({ auth }: EndpointContract): Json {
  const replayed = {
    description: "`true` when this is the stored answer of an earlier request with the same Idempotency-Key.",
    schema: { type: "string", const: "true" },
  };
  const warning = {
    description:
      "The Idempotency-Key was honoured, but is a weak one: `short_key` when a caller without a token sent fewer than 16 characters. A structured field (RFC 9651): a token, with a `detail` for people.",
    schema: { type: "string" },
    example: 'short_key;detail="The key has fewer than 16 characters."',
  };
  const isForAnyone = auth === "none" || auth === "optional";
  return { "Idempotency-Replayed": replayed, ...(isForAnyone ? { "Idempotency-Key-Warning": warning } : {}) };
}

function bodySchema(fields: Array<{ name: string; schema: Json }>, required: Set<unknown>): Json {
  const names = fields.map(({ name }) => name).filter((name) => required.has(name));
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(({ name, schema: field }) => [name, field])),
    ...(names.length > 0 ? { required: names } : {}),
    additionalProperties: false,
  };
}

function requestBody({ bodyForm }: EndpointContract, schema: Json, example: Json | undefined): Json {
  if (bodyForm === "archive") {
    const archive = { type: "string", format: "binary" };
    return { requestBody: { required: true, content: { "application/gzip": { schema: archive } } } };
  }
  const content = { "application/json": { schema, ...(example ? { example } : {}) } };
  return { requestBody: { required: true, content } };
}

/** Adds to each union of named schemas which field tells them apart. */
function withDiscriminators(schemas: Json): Json {
  const kindOf = (reference: unknown) => {
    const name = String(asRecord(reference).$ref).replace("#/components/schemas/", "");
    return asRecord(asRecord(asRecord(schemas[name]).properties).kind).const;
  };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const shapes = asRecord(schema).oneOf;
      if (!Array.isArray(shapes) || !shapes.every((shape) => typeof kindOf(shape) === "string")) return [name, schema];
      const mapping = Object.fromEntries(shapes.map((shape) => [String(kindOf(shape)), asRecord(shape).$ref]));
      return [name, { ...asRecord(schema), discriminator: { propertyName: "kind", mapping } }];
    }),
  );
}

function responses(contract: EndpointContract, schemas: Json, example: Example | undefined): Json {
  const codes = [...new Set([...ALWAYS, ...(contract.method === "POST" ? WITH_BODY : []), ...contract.problems])];
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) byStatus.set(problems[code][0], [...(byStatus.get(problems[code][0]) ?? []), code]);
  const answers: Json = {
    [String(contract.status ?? 200)]: {
      description: "Success",
      ...(contract.idempotent ? { headers: idempotencyHeaders(contract) } : {}),
      content: {
        "application/json": {
          schema: jsonSchema(contract.output, "output", schemas),
          ...(example ? { example: example.answer } : {}),
        },
      },
    },
  };
  if (contract.shared) answers["304"] = { description: "Not modified: the ETag in If-None-Match is still current." };
  for (const [status, list] of [...byStatus].sort(([a], [b]) => a - b)) {
    answers[String(status)] = {
      description: list.map((code) => `\`${code}\`: ${problems[code][1]}.`).join(" "),
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    };
  }
  return answers;
}

/**
 * The JSON Schema of a zod schema; named parts are moved to `schemas` and referenced. Answers may gain members, so
 * their objects are open. A named schema that requests also use stays closed.
 */
function jsonSchema(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
  const made: Json = { ...z.toJSONSchema(schema, { io, reused: "inline", target: "draft-2020-12" }) };
  const { $schema: _schema, $defs: definitions, ...own } = made;
  for (const [name, definition] of Object.entries(asRecord(definitions))) {
    if (io === "input" || !(name in schemas)) schemas[name] = relocate(definition, io);
  }
  return asRecord(relocate(own, io));
}

/** Points references to the components and removes keys that do not belong in the document. */
function relocate(value: unknown, io: "input" | "output"): unknown {
  if (Array.isArray(value)) return value.map((item) => relocate(item, io));
  if (typeof value !== "object" || value === null) return value;
  const isSchema = "type" in value || "anyOf" in value || "oneOf" in value;
  const kept = Object.entries(value).filter(
    ([key, item]) =>
      !(key === "id" && isSchema) && !(key === "additionalProperties" && item === false && io === "output"),
  );
  return Object.fromEntries(
    kept.map(([key, item]) =>
      key === "$ref" && typeof item === "string"
        ? [key, item.replace("#/$defs/", "#/components/schemas/")]
        : [key, relocate(item, io)],
    ),
  );
}

function problemSchema(): Json {
  return {
    type: "object",
    description: "RFC 9457. `type` opens in a browser and explains the problem.",
    required: ["type", "title", "status", "code", "detail", "request_id", "next_step"],
    properties: {
      type: { type: "string", format: "uri" },
      title: { type: "string" },
      status: { type: "integer" },
      code: { type: "string", enum: Object.keys(problems) },
      detail: { type: "string" },
      request_id: { type: "string" },
      next_step: { type: "string" },
      errors: {
        type: "array",
        items: {
          type: "object",
          required: ["code", "detail"],
          properties: {
            pointer: { type: "string" },
            parameter: { type: "string" },
            header: { type: "string" },
            code: { type: "string" },
            detail: { type: "string" },
            range: {
              type: "object",
              description:
                "Of `unsafe_text`: where in the field the finding stands, in Unicode code points; `end` is exclusive.",
              required: ["start", "end"],
              properties: { start: { type: "integer", minimum: 0 }, end: { type: "integer", minimum: 1 } },
            },
            rule: { type: "string", description: "Of `unsafe_text`: the id of the rule that found it." },
          },
        },
      },
    },
    additionalProperties: true,
  };
}

function sorted(record: Json): Json {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
