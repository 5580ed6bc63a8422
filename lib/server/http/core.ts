import type { LRUCache } from "lru-cache";
import type { EndpointContract, RateClass } from "@/lib/contract/endpoint";
import type { Connection, Context } from "@/lib/domain/context";
import { cache } from "@/lib/platform/caches";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { logRequest } from "@/lib/platform/log";
import { countRequest } from "@/lib/platform/metrics";
import { sha256 } from "@/lib/platform/secret";
import { type Bound, findRoute } from "@/lib/server/endpoints";
import {
  type Answer,
  corsHeaders,
  methodNotAllowed,
  preflight,
  problemAnswer,
  requireEscapes,
} from "@/lib/server/http/answer";
import {
  authenticate,
  bodyHash,
  idempotencyOf,
  openCall,
  readIdempotencyKey,
  whyReadOnly,
} from "@/lib/server/http/open-call";
import { clientKey, idleRateHeaders, spendRate } from "@/lib/server/http/rate-limit";
import { parseJson } from "@/lib/server/http/request-body";
import { validateInput } from "@/lib/server/http/validate";

/** A request as the core sees it, independent of Node and Next. */
export type ApiRequest = {
  method: string;
  /** Path and query as sent, starting with `/`. */
  target: string;
  header: (name: string) => string | undefined;
  /** The client's address, without the parts of forwarded headers that a client could forge. */
  address: string;
  /**
   * Reads the body. Rejects with `body_too_large` beyond `bytesMax` and with `request_timeout` when it arrives too
   * slowly.
   */
  body: (bytesMax: number) => Promise<Uint8Array>;
};

/** One request while it is answered. */
export type Call = {
  request_id: string;
  /** The headers of the answer, whatever it is. */
  headers: Record<string, string>;
  /** Its name in the log and the metrics. */
  name: string;
  /** The rate limit that the answer states if the call counted against none. */
  rate: RateClass;
};

/**
 * Answers one request with what every answer has: an id, the headers for browsers and crawlers, the rate limit, a line in
 * the log and a count. `refuse` answers an error. Never throws.
 */
export function answerCall(request: ApiRequest, name: string, make: (call: Call) => Promise<Answer>): Promise<Answer>;
export function answerCall(
  request: ApiRequest,
  name: string,
  make: (call: Call) => Promise<Answer | Response>,
  refuse: (error: unknown, request_id: string) => Answer,
): Promise<Answer | Response>;
export async function answerCall(
  { method }: ApiRequest,
  name: string,
  make: (call: Call) => Promise<Answer | Response>,
  refuse: (error: unknown, request_id: string) => Answer = problemAnswer,
): Promise<Answer | Response> {
  const started = performance.now();
  const request_id = newId("req");
  const headers: Call["headers"] = {
    "x-request-id": request_id,
    "x-robots-tag": "noindex",
    "x-content-type-options": "nosniff",
    ...corsHeaders,
  };
  const call: Call = { request_id, headers, name, rate: "read" };
  const answer = await make(call).catch((error: unknown) => refuse(error, request_id));
  if (headers.ratelimit === undefined) Object.assign(headers, idleRateHeaders(call.rate));
  const ms = Math.round((performance.now() - started) * 10) / 10;
  logRequest({ request_id, method, endpoint: call.name, status: answer.status, ms });
  countRequest(call.name, method, answer.status, ms);
  if (!(answer instanceof Response))
    return { ...answer, headers: { ...headers, ...answer.headers, "x-request-id": request_id } };
  for (const [key, value] of Object.entries(headers)) if (!answer.headers.has(key)) answer.headers.set(key, value);
  return answer;
}

/**
 * Answers one request to the endpoint table. Both adapters (the server in front of Next and Next's route handlers) call
 * this and add only transport, so they behave the same. Never throws.
 */
export async function answerApi(request: ApiRequest): Promise<Answer> {
  const answer = await answerCall(request, "none", (call) => dispatch(request, call));
  return request.method === "HEAD" ? { ...answer, body: null } : answer;
}

async function dispatch(request: ApiRequest, call: Call): Promise<Answer> {
  const { path, query } = splitTarget(request.target);
  const found = findRoute(path);
  if (!found) throw new Problem("not_found", { detail: "No endpoint has this path." });
  if (request.method === "OPTIONS") return preflight(found.allow);
  const bound = found.methods[request.method === "HEAD" ? "GET" : request.method];
  if (!bound) throw methodNotAllowed(found.allow);
  const { contract } = bound;
  call.name = contract.name;
  call.rate = contract.rate;

  const { request_id, headers } = call;
  const client = clientKey(request.address);
  const { connection, refused_token } = await connectionFor(contract, request, client, headers);
  const read_only_because = whyReadOnly(request.method, request.header);
  const ctx = await openCall(contract, { request_id, client, connection, read_only_because, headers });
  const key = contract.idempotent ? readIdempotencyKey(request.header("idempotency-key")) : null;
  const authorized = await bound.authorize?.(ctx, { path: found.path, header: request.header, refused_token });
  const body = contract.method === "POST" ? await readWhole(request, contract) : undefined;
  const input = validateInput(contract, { path: found.path, query, header: request.header, body });
  if (!key) return answerWith(bound, ctx, { input, authorized }, request);
  const request_hash = contract.method === "POST" ? bodyHash(body) : queryHash(query);
  const idempotency = idempotencyOf(
    contract,
    { key, method: contract.method, path, request_hash },
    { connection: ctx.connection, header: request.header, client, headers },
  );
  return answerWith(bound, { ...ctx, idempotency }, { input, authorized }, request);
}

/** A hash of the query that ignores the order of its parameters, as `bodyHash` ignores the order of fields. */
function queryHash(query: URLSearchParams): Buffer {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return sha256(sorted.toString());
}

/**
 * The caller's connection, if the endpoint needs one. Where a token is optional, a bad one is ignored: its owner may be
 * requesting a new one. Where it may stand for an append key, the endpoint refuses it in its own order.
 */
async function connectionFor(
  { auth }: EndpointContract,
  request: ApiRequest,
  client: string,
  headers: Record<string, string>,
): Promise<{ connection: Connection | null; refused_token: Problem | null }> {
  if (auth === "none" || (auth !== "connection" && request.header("authorization") === undefined))
    return { connection: null, refused_token: null };
  try {
    return { connection: await callerOf(request, client, headers), refused_token: null };
  } catch (error) {
    if (auth === "connection" || !(error instanceof Problem) || error.code !== "invalid_token") throw error;
    return { connection: null, refused_token: auth === "append_key" ? error : null };
  }
}

/**
 * The caller's connection. Failed tokens count against the address's read limit, so tokens cannot be guessed freely.
 */
export async function callerOf(
  request: ApiRequest,
  client: string,
  headers: Record<string, string>,
): Promise<Connection> {
  try {
    return await authenticate(request.header("authorization"));
  } catch (error) {
    Object.assign(headers, spendRate("read", client));
    throw error;
  }
}

function splitTarget(target: string): { path: string; query: URLSearchParams } {
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const text = mark < 0 ? "" : target.slice(mark + 1);
  requireEscapes(path);
  requireEscapes(text);
  return { path, query: new URLSearchParams(text) };
}

/** The body as the fields of the input that it carries. */
async function readWhole(request: ApiRequest, contract: EndpointContract): Promise<unknown> {
  const type = request.header("content-type");
  const isArchive = contract.bodyForm === "archive";
  const wanted = isArchive ? "application/gzip" : "application/json";
  if (type !== undefined && !(isArchive ? isGzip(type) : isJson(type)))
    throw new Problem("unsupported_media_type", { detail: `The Content-Type must be ${wanted}.` });
  const encoding = request.header("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    throw new Problem("unsupported_media_type", { detail: "Send the body as it is, without a Content-Encoding." });
  const bytes = await request.body(contract.bodyBytesMax ?? 65_536);
  if (type === undefined && bytes.length > 0)
    throw new Problem("unsupported_media_type", { detail: `The Content-Type is missing: send ${wanted}.` });
  return isArchive ? { archive: Buffer.from(bytes).toString("base64") } : parseJson(bytes);
}

function isGzip(type: string): boolean {
  return /^application\/(?:x-)?(?:gzip|tgz)$/i.test(type.split(";")[0]?.trim() ?? "");
}

function isJson(type: string): boolean {
  const [media = "", ...parameters] = type.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice(8)
    .replaceAll('"', "");
  return media === "application/json" && (charset === undefined || charset === "utf-8" || charset === "utf8");
}

/** The validated input of a call, and what the endpoint's `authorize` returned. */
type Given = { input: unknown; authorized: unknown };

/** Runs an endpoint's verb and builds the answer: JSON, or 304 when the client already has it. */
async function answerWith(bound: Bound, ctx: Context, given: Given, request: ApiRequest): Promise<Answer> {
  const { input, authorized } = given;
  // A list of the caller's own is not the same for every caller.
  if (bound.contract.shared && Object(input).mine !== true) return sharedAnswer(bound, ctx, given, request);
  const text = await bound.text?.(ctx, input);
  if (text != null) return ok(bound, text, { "cache-control": "no-store" });
  const { answer, replayed } = await bound.run(ctx, input, authorized);
  const headers = { "cache-control": "no-store", ...(replayed ? { "idempotency-replayed": "true" } : {}) };
  return ok(bound, JSON.stringify(answer), headers);
}

/** Answers that are the same for every caller have an ETag. When the ETag is cheap to compute, it is checked first. */
async function sharedAnswer(bound: Bound, ctx: Context, given: Given, request: ApiRequest): Promise<Answer> {
  const { input, authorized } = given;
  const wanted = request.header("if-none-match");
  const kept = bound.etag && bodies().get(request.target);
  const current = wanted || kept ? await bound.etag?.(ctx, input) : undefined;
  if (current && matches(wanted, current)) return notModified(current);
  if (kept && kept.etag === current) return ok(bound, kept.body, { "cache-control": "no-cache", etag: kept.etag });
  const made = await bound.run(ctx, input, authorized);
  const body = JSON.stringify(made.answer);
  const etag = made.etag ?? `"${sha256(body).toString("base64url")}"`;
  if (bound.etag) bodies().set(request.target, { etag, body });
  return matches(wanted, etag) ? notModified(etag) : ok(bound, body, { "cache-control": "no-cache", etag });
}

function ok({ contract }: Bound, body: string, headers: Record<string, string>): Answer {
  const status = contract.status ?? 200;
  return { status, headers: { ...headers, "content-type": "application/json; charset=utf-8" }, body };
}

function notModified(etag: string): Answer {
  return { status: 304, headers: { etag, "cache-control": "no-cache" }, body: null };
}

/** If-None-Match uses weak comparison: it ignores a `W/` prefix, which a compressing proxy may have added. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(",").some((item) => item.trim() === "*" || item.trim().replace(/^W\//, "") === etag);
}

type KeptBody = { etag: string; body: string };

const BODIES_BYTES_MAX = 16_000_000;

/**
 * The latest bodies of endpoints that can compute their ETag without building the answer, by request target. A cached
 * body is sent only when the database has just returned its ETag for this request, so content hidden since is never
 * sent.
 */
function bodies(): LRUCache<string, KeptBody> {
  return cache<KeptBody>("reply-bodies", BODIES_BYTES_MAX);
}
