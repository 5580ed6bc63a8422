import {
  type AuthInfo,
  createMcpHandler,
  isJsonContentType,
  type McpHttpHandler,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { MCP_CARD_PATH, MCP_PATH } from "@/lib/contract/mcp-servers";
import { problemBody } from "@/lib/domain/present/operation";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { singleton } from "@/lib/platform/singleton";
import { mcpServerCard } from "@/lib/server/formats/catalogs";
import { answerDocument } from "@/lib/server/formats/document";
import { type Answer, methodNotAllowed, preflight, problemAnswer } from "@/lib/server/http/answer";
import { type ApiRequest, answerCall, type Call, callerOf } from "@/lib/server/http/core";
import { whyReadOnly } from "@/lib/server/http/open-call";
import { clientKey, spendRate } from "@/lib/server/http/rate-limit";
import { parseJson } from "@/lib/server/http/request-body";
import type { McpCaller } from "@/lib/server/mcp/call-tool";
import { answerKnown } from "@/lib/server/mcp/known-requests";
import { answerForm, inForm, type Messages, readMessages } from "@/lib/server/mcp/messages";
import { buildServer } from "@/lib/server/mcp/server";
import { connectionTools, unlistedTools } from "@/lib/server/mcp/tools/all";

const BODY_BYTES_MAX = 262_144;
const SUBSCRIPTIONS_MAX = 64;
/** Answered with events for as long as the client listens, whatever it accepts. */
const SUBSCRIBE = "subscriptions/listen";
const ALLOW = ["POST", "OPTIONS"];
const CARD_ALLOW = ["GET", "HEAD", "OPTIONS"];
/** The headers that the SDK reads, beside `accept`. The token is not among them. */
const PASSED_ON = ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];
const BROWSER_MAY_SEND =
  "Authorization, Content-Type, Accept, Idempotency-Key, Mcp-Protocol-Version, Mcp-Method, Mcp-Name";

const protectedTools = new Set([...connectionTools, ...unlistedTools].map(({ name }) => name));

/** Whether a path is one that `answerMcp` answers. */
export function isMcpPath(path: string): boolean {
  return path === MCP_PATH || path === MCP_CARD_PATH;
}

/**
 * Answers one request to the MCP endpoint, in the client's protocol revision: whole, or as a `Response` while it is still
 * being written. Transport errors, tokens and limits are answered as HTTP problems, everything else in the protocol.
 * `signal` returns a signal that aborts when the client disconnects. Never throws.
 */
export function answerMcp(request: ApiRequest, signal: () => AbortSignal): Promise<Answer | Response> {
  const make = async (call: Call): Promise<Answer | Response> => {
    call.headers["cache-control"] = "no-store";
    const answer = isCard(request) ? await answerCard(request) : refuseTransport(request);
    if (answer) return answer;
    const { caller, messages } = await admit(request, call);
    call.name = messages.name;
    return pass(request, signal, caller, messages);
  };
  return answerCall(request, "mcp", make, (error, request_id) =>
    isUnreadable(error) ? parseError(error, request_id) : problemAnswer(error, request_id),
  );
}

function isCard({ target }: ApiRequest): boolean {
  return target.split("?", 1)[0] === MCP_CARD_PATH;
}

/** The server card: how to connect, for clients that have not connected yet. */
async function answerCard({ method, header }: ApiRequest): Promise<Answer> {
  if (method === "OPTIONS") return preflight(CARD_ALLOW);
  if (!["GET", "HEAD"].includes(method)) throw methodNotAllowed(CARD_ALLOW);
  const answer = await answerDocument(header("if-none-match"), mcpServerCard);
  return method === "HEAD" ? { ...answer, body: null } : answer;
}

/** Checks that need no body: preflights, other methods, and cross-site requests sent through a browser. */
function refuseTransport({ method, header }: ApiRequest): Answer | null {
  if (method === "OPTIONS") {
    const answer = preflight(ALLOW);
    return { ...answer, headers: { ...answer.headers, "access-control-allow-headers": BROWSER_MAY_SEND } };
  }
  if (method !== "POST") throw methodNotAllowed(ALLOW);
  const ours = [new URL(env().BASE_URL).hostname, "localhost", "127.0.0.1", "[::1]"];
  const host = validateHostHeader(header("host"), ours);
  const origin = validateOriginHeader(header("origin"), ours);
  if (!host.ok) return forbidden("The Host header names another server.");
  if (!origin.ok) return forbidden("The Origin header names another site.");
  return null;
}

function isUnreadable(error: unknown): error is Problem {
  return error instanceof Problem && error.code === "malformed_json";
}

/** A body that cannot be parsed as JSON-RPC gets the protocol's own parse error. */
function parseError(problem: Problem, request_id: string): Answer {
  const { code, detail, next_step } = problemBody(problem, request_id);
  const data = { code, next_step, request_id };
  return protocolError(problem.status, { code: -32_700, message: detail, data });
}

function forbidden(message: string): Answer {
  return protocolError(403, { code: -32_000, message });
}

function protocolError(status: number, error: object): Answer {
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error });
  return { status, headers: { "content-type": "application/json" }, body };
}

/**
 * Identifies the caller and reads the messages. A bad token never becomes an anonymous call, and a tool that needs a
 * token is refused without one.
 */
async function admit(
  request: ApiRequest,
  { request_id, headers }: Call,
): Promise<{ caller: McpCaller; messages: Messages }> {
  if (!isJsonContentType(request.header("content-type") ?? null))
    throw new Problem("unsupported_media_type", { detail: "The Content-Type must be application/json." });
  const client = clientKey(request.address);
  const token = request.header("authorization");
  const connection = token === undefined ? null : await callerOf(request, client, headers);
  const messages = readMessages(parseJson(await request.body(BODY_BYTES_MAX)));
  for (let i = 0; i < messages.otherCount; i += 1) Object.assign(headers, spendRate("read", client));
  if (!connection && messages.tools.some((tool) => protectedTools.has(tool)))
    throw new Problem("authentication_required", { detail: "This tool needs the token of a connection." });
  const caller = {
    request_id,
    client,
    connection,
    read_only_because: whyReadOnly(request.method, request.header),
    headers,
    idempotency_key: messages.isSingle ? request.header("idempotency-key") : undefined,
    wants_text: new URLSearchParams(request.target.split("?", 2)[1]).get("results") === "text",
    called: messages.tools,
    ran: null,
  };
  return { caller, messages };
}

async function pass(
  { header }: ApiRequest,
  signal: () => AbortSignal,
  caller: McpCaller,
  { body }: Messages,
): Promise<Answer | Response> {
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = header(name);
    if (value !== undefined) headers[name] = value;
  }
  headers.accept = answerForm(header("accept"));
  return answerKnown(body, headers, caller, () => answerByProtocol(headers, signal, caller, body));
}

async function answerByProtocol(
  { accept, ...named }: Record<string, string>,
  signal: () => AbortSignal,
  caller: McpCaller,
  parsedBody: unknown,
): Promise<Response> {
  // The SDK answers only those who accept both forms, and chooses by revision and method.
  const headers = { ...named, accept: "application/json, text/event-stream" };
  const authInfo: AuthInfo = { token: "", clientId: caller.connection?.connection_id ?? "anonymous", scopes: [] };
  const { handler, callers } = serving();
  callers.set(authInfo, caller);
  const request = new Request(`${env().BASE_URL}${MCP_PATH}`, { method: "POST", headers, signal: signal() });
  const made = await handler.fetch(request, { parsedBody, authInfo });
  const isEndless = Object(parsedBody).method === SUBSCRIBE;
  const response = isEndless ? made : await inForm(made, answerForm(accept), Array.isArray(parsedBody));
  // An answer may contain an append key. The header of the SDK forbids reuse without revalidation but permits storage.
  response.headers.set("cache-control", "no-store");
  return response;
}

type Serving = { handler: McpHttpHandler; callers: WeakMap<AuthInfo, McpCaller> };

/** The handler, and the caller of each request, keyed by the object that the SDK passes from request to server. */
function serving(): Serving {
  return singleton("mcp", () => {
    const callers: Serving["callers"] = new WeakMap();
    const handler = createMcpHandler(
      ({ authInfo, era }) => {
        const caller = authInfo && callers.get(authInfo);
        if (!caller) throw new Error("an MCP request without its caller");
        return buildServer(caller, era);
      },
      {
        maxRequestBodySize: BODY_BYTES_MAX,
        maxSubscriptions: SUBSCRIPTIONS_MAX,
        onerror: (error) => log().debug({ err: { name: error.name, message: error.message } }, "mcp"),
      },
    );
    return { handler, callers };
  });
}
