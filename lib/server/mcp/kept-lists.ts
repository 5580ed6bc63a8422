import { makeLru } from "@/lib/platform/lru";
import { singleton } from "@/lib/platform/singleton";
import type { McpCaller } from "@/lib/server/mcp/call-tool";

/** Lists that are the same for all callers of a kind, for as long as the process runs. */
const LISTS = ["tools/list", "prompts/list", "resources/templates/list"];
const KEPT_MAX = 64;
/** Longer parameters are not those of a usual client. */
const PARAMS_CHARACTERS_MAX = 1_000;

type Kept = { headers: [string, string][]; result: string };

/**
 * The answer to a request for a list, from an earlier one: the protocol server would be built anew for it. The key holds
 * everything that the answer depends on but for the id: method and parameters, the headers that the protocol reads, and
 * the kind of caller. Only whole JSON answers with a result are kept.
 */
export async function keptList(
  body: unknown,
  headers: Headers,
  { connection, wants_text }: McpCaller,
  answer: () => Promise<Response>,
): Promise<Response> {
  const { jsonrpc, id, method, params, ...others } = Object(body);
  const isPlain = jsonrpc === "2.0" && ["string", "number"].includes(typeof id) && Object.keys(others).length === 0;
  // A progress token is new in each request: keeping its answer would only push out others.
  if (!isPlain || !LISTS.includes(method) || params?._meta?.progressToken !== undefined) return answer();
  const asked = JSON.stringify([method, params, [...headers], connection !== null, wants_text]);
  if (asked.length > PARAMS_CHARACTERS_MAX) return answer();
  const lists = singleton("mcp-lists", () => makeLru<Kept>(KEPT_MAX));
  const known = lists.get(asked);
  if (known) return jsonAnswer(known, id);
  const response = await answer();
  if (response.status !== 200 || !response.headers.get("content-type")?.startsWith("application/json")) return response;
  const text = await response.text();
  const { result } = JSON.parse(text);
  if (result === undefined) return new Response(text, response);
  const kept = { headers: [...response.headers], result: JSON.stringify(result) };
  lists.set(asked, kept);
  return jsonAnswer(kept, id);
}

function jsonAnswer({ headers, result }: Kept, id: string | number): Response {
  return new Response(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`, { headers });
}
