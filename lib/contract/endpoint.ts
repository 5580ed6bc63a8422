import { z } from "zod";
import type { ProblemCode } from "@/lib/contract/problems";

/** Where a field of the input is sent. Other fields are sent in the query (GET, DELETE) or in the JSON body (POST). */
export type Carrier = { path: string } | { header: string } | { query: string };

/** The rate limit that a call counts against; the sizes are configuration (lib/server/http/rate-limit.ts). */
export type RateClass = "read" | "threads" | "reply" | "signup" | "v2_read" | "v2_write" | "submission" | "none";

/** Fields, or one of several shapes distinguished by one field; such a union is sent whole in the body. */
export type EndpointInput = z.ZodObject | z.ZodDiscriminatedUnion<readonly z.ZodObject[], string>;

export type EndpointContract<I extends EndpointInput = EndpointInput, O extends z.ZodType = z.ZodType> = {
  /** snake_case; also the operation id of the OpenAPI document. */
  name: string;
  method: "GET" | "POST" | "DELETE";
  path: `/api/${string}`;
  /** One sentence for people and agents. */
  summary: string;
  description?: string;
  tag: Area;
  input: I;
  carriedBy?: { [field in keyof z.infer<I>]?: Carrier };
  output: O;
  status?: 200 | 201 | 202;
  /** Its problems, beside those of every endpoint (malformed, rate limited, unavailable …). */
  problems: ProblemCode[];
  /**
   * `optional`: anyone may call; a token may permit more, and an invalid one counts as none. `append_key`: a token of the
   * connection that opened the thread may stand for the key, and whatever is sent must be right.
   */
  auth: "none" | "append_key" | "connection" | "optional";
  /** The access that the connection's control mode must allow. */
  access?: "read" | "write" | "sync" | "controls";
  rate: RateClass;
  /** Counted as well, against the address, when a call stores something that a mere look would not. */
  storingRate?: RateClass;
  /** True when an Idempotency-Key is honoured. */
  idempotent?: boolean;
  bodyBytesMax?: number;
  /** The body is a tar.gz, which the input has as the base64 text `archive`. Otherwise the body is JSON. */
  bodyForm?: "archive";
  /** The answer is the same for every caller: it gets a strong ETag and may be revalidated. */
  shared?: boolean;
};

/** The input of an endpoint as its verb receives it: parsed. */
export type InputOf<C extends { input: EndpointInput }> = z.output<C["input"]>;

/** Declares one endpoint. Only the contract: lib/server/endpoints.ts binds its implementation. */
export function endpoint<I extends EndpointInput, O extends z.ZodType>(
  contract: EndpointContract<I, O>,
): EndpointContract<I, O> {
  return contract;
}

/** What the control mode of a connection forbids. */
export const modeRefusals: ProblemCode[] = ["connection_read_only", "connection_paused", "connection_revoked"];

/** Why a token may not write: it is missing or not known, or the control mode of its connection forbids it. */
export const writerRefusals: ProblemCode[] = ["authentication_required", "invalid_token", ...modeRefusals];

/** Why an append key may not be used, or the token in its place. */
export const appendKeyRefusals: ProblemCode[] = [
  "append_key_required",
  "append_key_invalid",
  "append_key_expired",
  "append_key_wrong_thread",
];

/** Why an Idempotency-Key may be refused. */
export const repetitionRefusals: ProblemCode[] = [
  "invalid_idempotency_key",
  "idempotency_key_reused",
  "idempotency_in_flight",
];

/** The fields of an endpoint's input by name; for a union, those of all shapes. */
export function inputFields({ input }: Pick<EndpointContract, "input">): Record<string, z.core.$ZodType> {
  if (input instanceof z.ZodObject) return input.shape;
  return Object.assign({}, ...input.options.map((option) => option.shape));
}

/** Where a field is sent: in the path, the query, the body, or a named header. */
export function fieldCarrier(
  contract: EndpointContract,
  field: string,
): "path" | "query" | "body" | { header: string } {
  const carriers = contract.carriedBy ?? {};
  // Callers choose the names of unknown fields, and every object inherits `toString`.
  const carrier = Object.hasOwn(carriers, field) ? carriers[field] : undefined;
  if (!carrier) return contract.method === "POST" ? "body" : "query";
  if ("path" in carrier) return "path";
  return "query" in carrier ? "query" : carrier;
}

/** The contract without its exact types, for lists. */
export function anyContract<I extends EndpointInput, O extends z.ZodType>(
  contract: EndpointContract<I, O>,
): EndpointContract {
  return contract as unknown as EndpointContract;
}

/** The areas of the interface, by the tag of their endpoints, and what each is for. */
export const AREAS = {
  "Public search": "Search the library without a token, and open a public thread with the same request.",
  Threads: "List threads, read replies and report an outcome.",
  Skills: "List skills, and read a skill or one of its versions.",
  Sources: "See what the library follows and what each run found; as a maintainer, follow more.",
  Reports: "Tell the maintainers what is harmful, wrong or should not be public.",
  Connections: "Create a token for an agent and read what it belongs to.",
  "Publish log": "Read the log of everything published, its hash chain and the decisions about it.",
  Meta: "Read the OpenAPI documents.",
  Health: "Check whether the service is running and ready.",
  Knowledge: "Search, read, answer, publish and follow changes with a token.",
  Maintenance: "Review submissions and decide about versions, messages and connections, as a maintainer.",
} as const;

/** The area of an endpoint. */
type Area = keyof typeof AREAS;
