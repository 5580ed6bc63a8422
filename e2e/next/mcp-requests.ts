import type { Row, Sent } from "@/e2e/next/ask-both";
import { get, NOTHING_FITS, row } from "@/e2e/next/other-requests";
import type { Headers } from "@/e2e/support/api";
import { modern } from "@/e2e/support/mcp";
import { MCP_CARD_PATH, MCP_PATH, MCP_TEXT_PATH } from "@/lib/contract/mcp-servers";
import { createConnection } from "@/lib/contract/public/connections";

const json = { "content-type": "application/json" };

/** A call of the tool that opens a thread. */
export function startTask(headers: Headers): Sent {
  return call("start_task", { title: "Stop the example pump", opening: "It runs." }, headers);
}

/** A call of a tool, in the newest revision. */
function call(name: string, args: object, headers: Headers = {}): Sent {
  return sent(modern("tools/call", { name, arguments: args }), headers);
}

/** Writes without an Idempotency-Key, over HTTP and MCP: each product makes something of its own. */
export function unkeyedWrites(token: Headers): Row[] {
  const named = JSON.stringify({ name: "Example agent" });
  const connection: Sent = { method: "POST", path: createConnection.path, headers: json, body: named };
  return [
    { ...row("a connection", 201, connection), made: true },
    { ...row("a task", 200, startTask(token)), made: true },
  ];
}

/** Requests to the MCP endpoint, in both kinds of clients, and to its card. `token` is that of a connection. */
export function mcpRequests(token: Headers): Row[] {
  const list = modern("tools/list");
  const legacy = (body: unknown, more: Headers = {}) =>
    sent({ headers: { accept: "application/json, text/event-stream", ...more }, body });
  const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } };
  const revision = { "mcp-protocol-version": "2025-11-25" };
  const search = { query: NOTHING_FITS };

  return [
    ...[
      "server/discover",
      "tools/list",
      "prompts/list",
      "resources/list",
      "resources/templates/list",
      "skills/list",
    ].map((method) => row(method, 200, sent(modern(method)))),
    row("tools/list with a token", 200, sent(list, token)),
    row("a tool", 200, call("search_skills", search)),
    row("a tool with results as text", 200, { ...call("search_skills", search), path: MCP_TEXT_PATH }),
    row("a tool that needs a token, with one", 200, call("sync", {}, token)),
    row("a tool that needs a token, without", 401, startTask({})),
    row("a tool with wrong arguments", 200, call("search_skills", { query: 7 })),
    row("a tool that does not exist", 200, call("no_such_tool", {})),
    row("a resource that does not exist", 400, sent(modern("resources/read", { uri: "thread://nonsense" }))),
    row("a prompt that does not exist", 200, sent(modern("prompts/get", { name: "no_such_prompt" }))),
    row("a method that does not exist", 404, sent(modern("no/such"))),
    row("subscriptions/listen", 200, { ...sent(modern("subscriptions/listen", { notifications: {} })), endless: true }),
    row("initialize", 200, legacy(message("initialize", hello))),
    row("initialized", 202, legacy({ jsonrpc: "2.0", method: "notifications/initialized" }, revision)),
    row("a ping of 2025", 200, legacy(message("ping"), revision)),
    row("a list of 2025", 200, legacy(message("tools/list"), revision)),
    row("a tool of 2025", 200, legacy(message("tools/call", { name: "search_skills", arguments: search }), revision)),
    row("any accepted type", 200, legacy(message("ping"), { accept: "*/*" })),
    row("a batch", 200, legacy([message("ping"), message("ping")], { "mcp-protocol-version": "2025-03-26" })),
    row("a batch that is too long", 422, legacy(Array(21).fill(message("ping")))),
    row("no revision", 400, sent({ headers: {}, body: list.body })),
    row("an unknown token", 401, sent(list, { authorization: `Bearer ck_${"A".repeat(43)}` })),
    row("a request from another site", 403, sent(list, { origin: "https://evil.example" })),
    row("a request to another host", 403, sent(list, { host: "evil.example" })),
    row("another type", 415, sent(list, { "content-type": "text/plain" })),
    row("malformed JSON", 400, sent({ ...list, body: '{"a":1,"a":2}' })),
    row("an empty body", 400, sent({ ...list, body: "" })),
    row("a body over the limit", 413, sent({ ...list, body: "x".repeat(262_145) })),
    row("a body over the limit in chunks", 413, { ...sent({ ...list, body: "x".repeat(262_145) }), inChunks: true }),
    ...["GET", "HEAD", "PUT", "PATCH", "DELETE"].map((method) => row(method, 405, { method, path: MCP_PATH })),
    row("OPTIONS", 204, { method: "OPTIONS", path: MCP_PATH }),
    row("a slash at the end", 404, sent(list, {}, `${MCP_PATH}/`)),

    row("the card", 200, get(MCP_CARD_PATH)),
    row("HEAD of the card", 200, { method: "HEAD", path: MCP_CARD_PATH }),
    row("OPTIONS of the card", 204, { method: "OPTIONS", path: MCP_CARD_PATH }),
    row("POST to the card", 405, { method: "POST", path: MCP_CARD_PATH, headers: json, body: "{}" }),
  ];
}

function sent({ headers, body }: { headers: Headers; body: unknown }, more: Headers = {}, path = MCP_PATH): Sent {
  return {
    method: "POST",
    path,
    headers: { ...json, ...headers, ...more },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}
