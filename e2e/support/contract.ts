import { z } from "zod";
import type { EndpointContract } from "@/lib/contract/endpoint";
import type { ProblemCode } from "@/lib/contract/problems";
import { contracts as all } from "@/lib/server/endpoints";

/** Everything in the OpenAPI documents, including maintainers' endpoints. */
export const documented: EndpointContract[] = all();

/** Every endpoint whose contract the tests below check. The bounds of the others need a maintainer's token. */
export const contracts: EndpointContract[] = documented.filter(({ path }) => !path.includes("/maintenance/"));

/** The codes an endpoint may return: those of its contract and those that any request can get. */
export function documentedCodes(contract: EndpointContract): ProblemCode[] {
  const any: ProblemCode[] = [
    "malformed_request",
    "method_not_allowed",
    "validation_failed",
    "invalid_text",
    "rate_limited",
    "internal",
    "unavailable",
  ];
  const body: ProblemCode[] = ["malformed_json", "body_too_large", "unsupported_media_type", "request_timeout"];
  const token: ProblemCode[] = ["authentication_required", "invalid_token"];
  return [
    ...any,
    ...(contract.method === "POST" ? body : []),
    ...(contract.auth === "connection" ? token : []),
    ...contract.problems,
  ];
}

export type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  title?: string;
  examples?: unknown[];
  $ref?: string;
};

export type RootSchema = Schema & { $defs?: Record<string, Schema> };

/** The smallest valid input of an endpoint: its required fields, from the contract's own examples. */
export function sampleInput(contract: EndpointContract): Record<string, unknown> {
  const root = schemaOf(contract);
  return Object(sample(root, root));
}

/** The JSON Schema of an endpoint's input, with references resolved on access. */
export function schemaOf(contract: EndpointContract): RootSchema {
  const made: Schema = { ...z.toJSONSchema(contract.input, { io: "input", reused: "inline" }) } as Schema;
  return made;
}

/** The smallest value that a schema accepts, from its own examples if it has any. */
export function sample(root: RootSchema, given: Schema): unknown {
  const schema = resolve(root, given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.type === "array") return [];
  if (schema.oneOf) return sample(root, schema.oneOf[0] ?? {});
  if (schema.type === "object") {
    const entries = Object.entries(schema.properties ?? {}).filter(([field]) => schema.required?.includes(field));
    return Object.fromEntries(entries.map(([field, inner]) => [field, sample(root, inner)]));
  }
  return "a".repeat(Math.max(1, schema.minLength ?? 1));
}

/** The schema that a reference names, or the schema itself. */
export function resolve(root: RootSchema, schema: Schema): Schema {
  const name = schema.$ref?.replace("#/$defs/", "");
  return name === undefined ? schema : (root.$defs?.[name] ?? {});
}

/** Well-formed ids of objects that do not exist. */
export const unknownIds = {
  skill: "skl_AAAAAAAAAAAAAAAAAAAAAA",
  version: "skv_AAAAAAAAAAAAAAAAAAAAAA",
  post: "thr_AAAAAAAAAAAAAAAAAAAAAA",
  source: "src_AAAAAAAAAAAAAAAAAAAAAA",
} as const;

/** The path of an endpoint, with such ids in it. */
export function addressOf({ path }: { path: string }): string {
  return path
    .replace("{skill_id}", unknownIds.skill)
    .replace("{version_id}", unknownIds.version)
    .replace("{post_id}", unknownIds.post)
    .replace("{source_id}", unknownIds.source);
}
