import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { MCP_PATH } from "@/lib/contract/mcp-servers";
import type { Answered, Context } from "@/lib/domain/context";
import { problemBody } from "@/lib/domain/present/operation";
import type { FieldError } from "@/lib/platform/errors";
import { toProblem } from "@/lib/server/http/answer";
import {
  bodyHash,
  type Caller,
  idempotencyOf,
  KEY_WARNING,
  openCall,
  readIdempotencyKey,
} from "@/lib/server/http/open-call";
import { validateInput } from "@/lib/server/http/validate";
import { readArguments } from "@/lib/server/mcp/lenient-arguments";
import { jsonOf } from "@/lib/server/mcp/present";
import { boundTo, type Tool } from "@/lib/server/mcp/tool";

/**
 * About 20,000 tokens: three bytes of UTF-8 are a token or less, in English as in Chinese. Hosts truncate at 25,000.
 */
export const ANSWER_BYTES_MAX = 60_000;

const TEXT_CHARACTERS = [8_000, 4_000, 2_000, 1_000, 500, 250, 120, 60];

export type McpCaller = Caller & {
  /**
   * The request's Idempotency-Key header, if the request has a single message. An argument of the same name takes
   * precedence.
   */
  idempotency_key: string | undefined;
  /** Whether the request asked for text answers, because its host shows only text. */
  wants_text: boolean;
  /** The names of the tools that the request calls. */
  called: readonly string[];
  /** The last tool that the protocol server ran for the request. */
  ran: { tool: Tool; form: ResultForm; result: CallToolResult } | null;
};

/** A tool's result, and its structured content as JSON, so that it is serialized once. */
type Called = { result: CallToolResult; json: string | null };

/**
 * Where a tool's answer is placed: structured with its gist as text, or whole as text. It is never twice whole, because
 * a host that shows both would make the model read it twice.
 */
export type ResultForm = "structured" | "text";

/**
 * Runs a tool for a caller, with the same limits, modes, checks and order of refusal as its endpoint. Errors become an
 * answer that the model can act on, with the code and next step of the HTTP problem; no other error detail is shown.
 * Never throws.
 */
export async function callTool(tool: Tool, given: unknown, caller: McpCaller, form: ResultForm): Promise<Called> {
  try {
    const sent = readArguments(tool.input, given ?? {});
    const args: Record<string, unknown> = { ...Object(sent) };
    const opened = await openCall(tool.contract, caller);
    // The endpoint's checks before its body is read: an unknown thread, a key that does not match.
    const authorized = await boundTo(tool.contract).authorize?.(opened, tool.carried(args));
    const input = validateInput(tool.arguments, {
      path: {},
      query: new URLSearchParams(),
      header: () => undefined,
      body: sent,
    });
    const ctx = { ...opened, idempotency: idempotency(tool, args, caller, opened) };
    return success(tool, await runToFit(tool, ctx, input, authorized), ctx, caller, form);
  } catch (error) {
    return refusal(tool, error, caller.request_id);
  }
}

function idempotency(
  tool: Tool,
  args: Record<string, unknown>,
  { idempotency_key: sent, client, headers }: McpCaller,
  { connection }: Context,
): Context["idempotency"] {
  if (!("idempotency_key" in tool.input.shape)) return null;
  const { idempotency_key, append_key: _key, ...body } = args;
  const key = readIdempotencyKey(typeof idempotency_key === "string" ? idempotency_key : sent);
  if (key === null) return null;
  return idempotencyOf(
    tool.contract,
    { key, method: "POST", path: `${MCP_PATH}/${tool.name}`, request_hash: bodyHash(body) },
    { connection, header: tool.carried(args).header, client, headers },
  );
}

type Made = Answered<Record<string, unknown>> & { json: string };

/** Rereads a page that is too long with fewer items, so that its cursor matches what is shown. */
async function runToFit(tool: Tool, ctx: Context, input: Record<string, unknown>, authorized: unknown): Promise<Made> {
  let made = await run(tool, ctx, input, authorized);
  const pages = "limit" in tool.input.shape && tool.annotations.readOnlyHint;
  for (let limit = pages ? 10 : 1; !fits(made.json) && limit > 1; ) {
    limit = Math.max(1, Math.floor(Math.min(limit, Number(input.limit ?? limit)) / 2));
    made = await run(tool, ctx, { ...input, limit }, authorized);
  }
  if (fits(made.json)) return made;
  const answer = shortened(made.answer);
  return { ...made, answer, json: JSON.stringify(answer) };
}

async function run(tool: Tool, ctx: Context, input: Record<string, unknown>, authorized: unknown): Promise<Made> {
  const made = await tool.run(ctx, input, authorized);
  return { ...made, json: jsonOf(made.answer) };
}

/** Whether an answer, as JSON, is small enough to be shown whole. */
export function fits(json: string): boolean {
  return Buffer.byteLength(json) <= ANSWER_BYTES_MAX;
}

/**
 * Shortens an answer's longest texts until it fits and adds a member `shortened` that says so. Only for answers that
 * cannot be paged. Addresses and cursors stay whole.
 */
export function shortened(answer: Record<string, unknown>): Record<string, unknown> {
  let kept = answer;
  for (const charactersMax of TEXT_CHARACTERS) {
    if (fits(JSON.stringify(kept))) break;
    const note = `Too long for one answer: texts end after ${charactersMax} characters. Read them one by one.`;
    kept = { shortened: note, ...cut(answer, charactersMax) };
  }
  return kept;
}

function cut(value: object, charactersMax: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, /(cursor|url)$/.test(key) ? item : cutItem(item, charactersMax)]),
  );
}

function cutItem(item: unknown, charactersMax: number): unknown {
  if (typeof item === "string")
    return item.length <= charactersMax ? item : `${item.slice(0, charactersMax).toWellFormed()} […]`;
  if (Array.isArray(item)) return item.map((inner: unknown) => cutItem(inner, charactersMax));
  return typeof item === "object" && item !== null ? cut(item, charactersMax) : item;
}

function success(
  tool: Tool,
  { answer, json, replayed }: Made,
  ctx: Context,
  { headers }: McpCaller,
  form: ResultForm,
): Called {
  const warning = ctx.idempotency && headers[KEY_WARNING];
  const meta = {
    ...(replayed ? { "idempotency-replayed": true } : {}),
    ...(warning ? { [KEY_WARNING]: warning } : {}),
  };
  const result: CallToolResult = {
    ...(form === "structured"
      ? { content: [{ type: "text", text: tool.gist(answer) }], structuredContent: answer }
      : { content: [{ type: "text", text: json }] }),
    ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}),
  };
  return { result, json };
}

function refusal(tool: Tool, error: unknown, request_id: string): Called {
  const problem = toProblem(error, request_id);
  const { type: _type, title: _title, errors, ...body } = problemBody(problem, request_id);
  const wait = problem.options.retryAfterSeconds;
  const answer = {
    problem: {
      ...body,
      ...(errors ? { errors: errors.map((wrong) => inArguments(tool, wrong)) } : {}),
      ...(wait ? { retry_after_seconds: wait } : {}),
    },
  };
  return { result: { isError: true, content: [{ type: "text", text: JSON.stringify(answer) }] }, json: null };
}

/** Rewrites the endpoint's error location as a pointer into the arguments, by their names: tools have no parameters. */
function inArguments(tool: Tool, wrong: FieldError): FieldError {
  if ("header" in wrong || ("pointer" in wrong && wrong.pointer === "")) return wrong;
  const { pointer, parameter, ...found } = { pointer: undefined, parameter: "", ...wrong };
  const [, field = "", ...deeper] = pointer === undefined ? ["", parameter] : pointer.split("/");
  return { pointer: ["", tool.renamed[field] ?? field, ...deeper].join("/"), ...found };
}

/**
 * Runs a protocol request other than a tool call. Errors become protocol errors with the problem's code and next step,
 * because the SDK would show the message of any other exception to the model.
 */
export async function refuseByProtocol<T>(request_id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const problem = toProblem(error, request_id);
    const { code, detail, next_step } = problemBody(problem, request_id);
    throw new ProtocolError(
      problem.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
      `${code}: ${detail}`,
      { code, next_step, request_id },
    );
  }
}
