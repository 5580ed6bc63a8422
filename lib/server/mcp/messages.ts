import { Problem } from "@/lib/platform/errors";
import { connectionTools, publicTools } from "@/lib/server/mcp/tools/all";

/** Batches ended with the revision of June 2025; a larger one has no honest use. */
const BATCH_MAX = 20;

export type Messages = {
  body: unknown;
  isSingle: boolean;
  /** The names in its tool calls. */
  tools: string[];
  /** How many of its messages are something else: each counts as a read. Calls of tools are counted where they run. */
  otherCount: number;
  /** What the log and the metrics call it: `mcp`, or `mcp:` and the name of a tool that exists. */
  name: string;
};

const known = new Set([...publicTools, ...connectionTools].map(({ name }) => name));

/** What the limits and the access checks need to know of a body before the protocol looks at it. Never trusts a header. */
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

/** The tool a message calls; the empty name when it calls one without naming it. */
function toolOf(message: unknown): string[] {
  const { method, params } = Object(message);
  if (method !== "tools/call") return [];
  const { name } = Object(params);
  return [typeof name === "string" ? name : ""];
}
