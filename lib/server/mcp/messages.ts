import Negotiator from "negotiator";
import { Problem } from "@/lib/platform/errors";
import { connectionTools, publicTools, unlistedTools } from "@/lib/server/mcp/tools/all";
import { isRecord } from "@/lib/server/openapi/json-schema";

/** The June 2025 revision removed batches; larger ones have no legitimate use. */
const BATCH_MAX = 20;

export type Messages = {
  /** The messages without members that are null where the protocol has optional ones. */
  body: unknown;
  isSingle: boolean;
  /** The tool names in its calls. */
  tools: string[];
  /** The number of its other messages, each counted as a read. Tool calls are counted where they run. */
  otherCount: number;
  /** Its name in the log and metrics: `mcp`, or `mcp:` and the name of an existing tool. */
  name: string;
};

const known = new Set([...publicTools, ...connectionTools, ...unlistedTools].map(({ name }) => name));

/**
 * Extracts the data for limits and access checks from a body, before the protocol processes it. Never trusts a header.
 */
export function readMessages(body: unknown): Messages {
  const list = (Array.isArray(body) ? body : [body]).map(withoutNullParams);
  if (list.length > BATCH_MAX)
    throw new Problem("validation_failed", { detail: `A batch may have ${BATCH_MAX} messages.` });
  const tools = list.flatMap(toolOf);
  const [tool = ""] = tools;
  return {
    body: Array.isArray(body) ? list : list[0],
    isSingle: list.length === 1,
    tools,
    otherCount: list.length - tools.filter((name) => known.has(name)).length,
    name: known.has(tool) ? `mcp:${tool}` : "mcp",
  };
}

/** The tool that a message calls; an empty name for a call without one. */
function toolOf(message: unknown): string[] {
  const { method, params } = Object(message);
  if (method !== "tools/call") return [];
  const { name } = Object(params);
  return [typeof name === "string" ? name : ""];
}

/**
 * A message without the parameters that are null: many clients send null for `arguments`, `cursor`, all of `params`, or
 * single arguments of a prompt. The arguments of a tool are read with its schema.
 */
function withoutNullParams(message: unknown): unknown {
  if (!isRecord(message) || !isRecord(message.params ?? {})) return message;
  const { params, ...rest } = message;
  if (!isRecord(params)) return rest;
  const kept = withoutNullMembers(params);
  const isPrompt = message.method === "prompts/get" && isRecord(kept.arguments);
  return { ...rest, params: isPrompt ? { ...kept, arguments: withoutNullMembers(Object(kept.arguments)) } : kept };
}

function withoutNullMembers(members: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(members).filter(([, item]) => item !== null);
  return kept.length === Object.keys(members).length ? members : Object.fromEntries(kept);
}

/** The form of an answer: one JSON body, or an event for each message. */
type AnswerForm = "application/json" | "text/event-stream";

const JSON_TYPE = "application/json";
const EVENTS_TYPE = "text/event-stream";

/** The form for an `Accept` header: events for clients that accept only these, otherwise JSON. */
export function answerForm(accept: string | undefined): AnswerForm {
  const [first, ...others] = new Negotiator({ headers: { accept } }).mediaTypes([JSON_TYPE, EVENTS_TYPE]);
  return first === EVENTS_TYPE && others.length === 0 ? EVENTS_TYPE : JSON_TYPE;
}

/**
 * A response of the protocol server in the form that the client accepts, once all its messages are there. A response
 * without messages is not changed.
 */
export async function inForm(response: Response, form: AnswerForm, isBatch: boolean): Promise<Response> {
  const made = response.headers.get("content-type")?.split(";", 1)[0];
  if (response.status !== 200 || made === form || (made !== JSON_TYPE && made !== EVENTS_TYPE)) return response;
  const text = await response.text();
  const body =
    form === EVENTS_TYPE ? listOf(JSON.parse(text)).map(eventOf).join("") : jsonOf(messagesIn(text), isBatch);
  return new Response(body, { status: response.status, headers: { "content-type": form } });
}

function listOf(message: unknown): unknown[] {
  return Array.isArray(message) ? message : [message];
}

function eventOf(message: unknown): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

function jsonOf(messages: string[], isBatch: boolean): string {
  return isBatch ? `[${messages.join(",")}]` : (messages.at(-1) ?? "");
}

/** The messages of a stream of events, as JSON. Events without data only keep a connection alive. */
function messagesIn(events: string): string[] {
  return events.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []));
    const text = data.join("\n");
    return text === "" ? [] : [text];
  });
}
