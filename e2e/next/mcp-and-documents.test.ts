import { get, NOTHING_FITS, ORDERS, type Row, row, type Sent, test } from "@/e2e/next/both";
import { type Api, expect, type Headers } from "@/e2e/support/api";
import { openThread, publishSkill, question, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { modern } from "@/e2e/support/mcp";
import { pageLooks } from "@/e2e/support/read-paths";
import { MCP_CARD_PATH, MCP_PATH, MCP_TEXT_PATH } from "@/lib/contract/mcp-servers";
import { createConnection } from "@/lib/contract/public/connections";
import { findDocument } from "@/lib/server/formats/documents";

test("an MCP message gets the same answer", async ({ api, both }) => {
  expect(await both.differencesIn(mcpRequests((await connect(api)).headers))).toEqual([]);
  await both.notModified("the card", get(MCP_CARD_PATH));
});

test("writes that no example shows get the same answer", async ({ api, both }) => {
  const { headers } = await connect(api);
  const task = (key: Headers = {}) => startTask({ ...headers, ...key });
  // The first answer about a tool in a process has its members in another order than the later ones.
  await both.askBoth(task());
  expect(await both.differencesIn(unkeyedWrites(headers))).toEqual([]);
  for (const first of ORDERS) {
    const search = await both.write(get(`/api/v1/search?q=${encodeURIComponent(question())}`), first);
    expect([search.answer.status, search.differences]).toEqual([200, []]);
    const keyed = task({ "idempotency-key": crypto.randomUUID() });
    const made = await both.ask(first, keyed);
    expect(made.body.toString()).not.toContain('"idempotency-replayed":true');
    const again = await both.same("a task over MCP, again", keyed);
    expect(again.body.toString()).toContain('"idempotency-replayed":true');
  }
});

test("a document gets the same answer: whole, compressed, as HEAD, and when the client has it", async ({
  api,
  both,
}) => {
  const missing: string[] = [];
  for (const path of await documentPaths(api)) {
    const answer = await both.same(path, get(path));
    if (answer.status !== 200) missing.push(`${answer.status} ${path}`);
    await both.same(`${path}, compressed`, get(path, { "accept-encoding": "gzip" }));
    await both.same(`HEAD ${path}`, { ...get(path), method: "HEAD" });
    if (answer.status === 200) await both.notModified(path, get(path));
  }
  // SECURITY_CONTACT is not set.
  expect(missing.sort()).toEqual(["302 /client.tgz", "404 /.well-known/security.txt"]);
});

test("a document that does not exist or is asked for in an unusual way gets the same answer", async ({ both }) => {
  expect(await both.differencesIn(unusualDocuments())).toEqual([]);
});

const json = { "content-type": "application/json" };

/** A call of the tool that opens a thread. */
function startTask(headers: Headers): Sent {
  return call("start_task", { title: "Stop the example pump", opening: "It runs." }, headers);
}

/** A call of a tool, in the newest revision. */
function call(name: string, args: object, headers: Headers = {}): Sent {
  return sent(modern("tools/call", { name, arguments: args }), headers);
}

/** Writes without an Idempotency-Key, over HTTP and MCP: each product makes something of its own. */
function unkeyedWrites(token: Headers): Row[] {
  const named = JSON.stringify({ name: "Example agent" });
  const connection: Sent = { method: "POST", path: createConnection.path, headers: json, body: named };
  return [
    { ...row("a connection", 201, connection), made: true },
    { ...row("a task", 200, startTask(token)), made: true },
  ];
}

/** Requests to the MCP endpoint, in both kinds of clients, and to its card. `token` is that of a connection. */
function mcpRequests(token: Headers): Row[] {
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

/** Each process reads the figures that it shows at its own moment, once a minute. */
const OF_ITS_MOMENT = "/status.md";

/** The address of every document in the table but one, about a new skill with two versions and a new thread. */
async function documentPaths(api: Api): Promise<string[]> {
  const [holder, { thread_id }] = [await connect(api), await openThread(api)];
  const older = await publishSkill({ author: holder.connection_id });
  const files = { "references/more.md": "# More\n" };
  const skill = await publishSkill({ author: holder.connection_id, of: older, title: older.title, files });
  const compared = `?from=${older.version_id}&to=${skill.version_id}`;
  const about = { ask: word(), threads: [thread_id], skills: [skill], older, holder, maintainer: holder };
  return pageLooks(api, about)
    .map(({ where }) => where)
    .filter((path) => path !== OF_ITS_MOMENT && !path.includes("?") && findDocument(path))
    .map((path) => (path.endsWith("/compare.diff") ? `${path}${compared}` : path));
}

/** Addresses in the form of documents without one behind them, and documents that are asked for in an unusual way. */
function unusualDocuments(): Row[] {
  const [skill, thread] = ["/skills/skl_AAAAAAAAAAAAAAAAAAAAAA", "/threads/thr_AAAAAAAAAAAAAAAAAAAAAA"];
  const missing = [
    "/feeds/nothing.atom",
    "/sitemaps/nothing.xml",
    "/.well-known/nothing",
    `${skill}/feed.json`,
    `${skill}/SKILL.md`,
    `${thread}.md`,
    `${thread}/card.png`,
    "/skills/no-such-id/badge.svg",
  ];
  return [
    ...missing.map((path) => row(path, 404, get(path))),
    row("a search", 200, get("/skills.md?technology=postgresql&sort=title")),
    row("a cursor of no list", 400, get("/skills.md?cursor=nonsense")),
    row("a malformed escape", 400, get("/robots.txt?a=%E0%A4%A")),
    row("headers of Next's router", 200, get("/robots.txt", { rsc: "1", "next-router-prefetch": "1" })),
  ];
}
