import { isDeepStrictEqual } from "node:util";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { cache } from "@/lib/platform/caches";
import type { Answer } from "@/lib/server/http/answer";
import { callTool, type McpCaller } from "@/lib/server/mcp/call-tool";
import { isRecord } from "@/lib/server/openapi/json-schema";

/** Methods whose result is the same for all callers of a kind, for as long as the process runs. */
const UNCHANGING = [
  "initialize",
  "ping",
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/templates/list",
] as const;
const CALL = "tools/call";
/** Members that a client sends with each of its requests. Others are new in each request. */
const SENT_ALWAYS = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY];
const KNOWN_BYTES_MAX = 4_000_000;
/** Longer parameters are not those of a usual client. */
const KEY_CHARACTERS_MAX = 2_000;

type PlainRequest = { key: string; id: string | number; args: object | undefined };

/** How the protocol answers a request: all but the id, and in a call all but what the tool returns. */
type Known = {
  headers: Record<string, string>;
  /** What surrounds the message: nothing, or the frame of an event. */
  before: string;
  after: string;
} & ({ result: string } | { call: Pick<NonNullable<McpCaller["ran"]>, "tool" | "form">; added: Added });
type Added = Record<string, unknown>;

/**
 * Answers a request as the protocol server answered an earlier one that differs in nothing but its id and, in a call, the
 * arguments: for one request that server costs more than most tools. The key holds everything else that the answer
 * depends on: method and parameters, the headers that the protocol reads, and the kind of caller. Refusals, batches and
 * notifications always go to the protocol server.
 */
export async function answerKnown(
  body: unknown,
  headers: Record<string, string>,
  caller: McpCaller,
  answer: () => Promise<Response>,
): Promise<Answer | Response> {
  const asked = plainRequest(body, headers, caller);
  if (!asked) return answer();
  const requests = cache<Known>("mcp-requests", KNOWN_BYTES_MAX, bytesOf);
  const known = requests.get(asked.key);
  if (known) return message(known, asked.id, "call" in known ? await calledAgain(known, asked, caller) : known.result);
  const response = await answer();
  const { status } = response;
  // The transport decides whether the connection is kept.
  const { connection: _, ...answered } = Object.fromEntries(response.headers);
  const text = await response.text();
  const learned = status === 200 ? learn(answered, text, caller) : null;
  if (learned) requests.set(asked.key, learned);
  return { status, headers: answered, body: text };
}

function plainRequest(
  body: unknown,
  headers: Record<string, string>,
  { connection, wants_text }: McpCaller,
): PlainRequest | null {
  const { jsonrpc, id, method, params, ...others } = Object(body);
  const hasId = typeof id === "string" || Number.isSafeInteger(id);
  if (jsonrpc !== "2.0" || !hasId || Object.keys(others).length > 0) return null;
  if (method !== CALL && !UNCHANGING.includes(method)) return null;
  if (!isRecord(params ?? {}) || Object.keys(params?._meta ?? {}).some((name) => !SENT_ALWAYS.includes(name)))
    return null;
  let args: object | undefined;
  let rest = params;
  if (method === CALL && params !== undefined) {
    ({ arguments: args, ...rest } = params);
    if (!isRecord(args ?? {})) return null;
  }
  const key = JSON.stringify([method, rest, headers, connection !== null, wants_text]);
  return key.length > KEY_CHARACTERS_MAX ? null : { key, id, args };
}

/** Null for a refusal, and when the protocol server changed what the tool returned. */
function learn(headers: Known["headers"], text: string, { ran }: McpCaller): Known | null {
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}") + 1];
  const { result } = start < 0 ? {} : JSON.parse(text.slice(start, end));
  if (result === undefined) return null;
  const framed = { headers, before: text.slice(0, start), after: text.slice(end) };
  if (!ran) return { ...framed, result: JSON.stringify(result) };
  const own = JSON.parse(JSON.stringify(ran.result));
  const added = Object.fromEntries(Object.entries(result).filter(([name]) => !(name in own)));
  if ("_meta" in own || !isDeepStrictEqual({ ...own, ...added }, result)) return null;
  return { ...framed, call: { tool: ran.tool, form: ran.form }, added };
}

async function calledAgain(
  { call: { tool, form }, added }: Extract<Known, { call: unknown }>,
  { args }: PlainRequest,
  caller: McpCaller,
): Promise<string> {
  const { result, json } = await callTool(tool, args, caller, form);
  const { structuredContent, _meta, ...rest } = result;
  const meta = _meta && { _meta: { ..._meta, ...Object(added._meta) } };
  const members = JSON.stringify({ ...rest, ...added, ...meta }).slice(0, -1);
  return `${members}${structuredContent ? `,"structuredContent":${json}` : ""}}`;
}

function message({ headers, before, after }: Known, id: string | number, result: string): Answer {
  const body = `${before}{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}${after}`;
  return { status: 200, headers, body };
}

/** With its key. */
function bytesOf(known: Known): number {
  return 2 * (KEY_CHARACTERS_MAX + ("result" in known ? known.result.length : 0));
}
