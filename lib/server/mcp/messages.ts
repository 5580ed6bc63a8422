import { Problem } from "@/lib/platform/errors";
import { connectionTools, publicTools, unlistedTools } from "@/lib/server/mcp/tools/all";

/** The June 2025 revision removed batches; larger ones have no legitimate use. */
const BATCH_MAX = 20;

export type Messages = {
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
  const list: unknown[] = Array.isArray(body) ? body : [body];
  if (list.length > BATCH_MAX)
    throw new Problem("validation_failed", { detail: `A batch may have ${BATCH_MAX} messages.` });
  const tools = list.flatMap(toolOf);
  const [tool = ""] = tools;
  return {
    body,
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
