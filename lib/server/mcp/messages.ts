import { Problem } from "@/lib/platform/errors";
import { connectionTools, openTools, publicTools, unlistedTools } from "@/lib/server/mcp/tools/all";

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

const known = new Set([...publicTools, ...openTools, ...connectionTools, ...unlistedTools].map(({ name }) => name));

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
 * A message whose parameters that are null are left out, as many clients send what they do not set: `arguments`, `cursor`,
 * or all of `params`, and single arguments of a prompt. The arguments of a tool are read with its schema.
 */
function withoutNullParams(message: unknown): unknown {
  if (!isMembers(message) || !isMembers(message.params ?? {})) return message;
  const { params, ...rest } = message;
  if (!isMembers(params)) return rest;
  const kept = withoutNullMembers(params);
  const isPrompt = message.method === "prompts/get" && isMembers(kept.arguments);
  return { ...rest, params: isPrompt ? { ...kept, arguments: withoutNullMembers(Object(kept.arguments)) } : kept };
}

function withoutNullMembers(members: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(members).filter(([, item]) => item !== null);
  return kept.length === Object.keys(members).length ? members : Object.fromEntries(kept);
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
