import { type Api, expect, type Headers, test } from "@/e2e/support/api";
import { word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { Agent, eras, modern } from "@/e2e/support/mcp";
import { MCP_PATH } from "@/lib/contract/mcp-servers";

async function send(api: Api, message: { headers: Headers; body: unknown }, headers: Headers = {}) {
  const received = await api.post(MCP_PATH, message.body, { ...message.headers, ...headers });
  return { ...received, json: JSON.parse(received.text) };
}

for (const era of eras) {
  test(`a client of ${era.era} gets the server's identity and capabilities`, async ({ api }) => {
    const agent = await Agent.connect(api, era);
    expect(agent.client.getServerVersion()).toMatchObject({ name: "cairn", websiteUrl: api.base });
    expect(agent.client.getInstructions()).toContain("search_skills");
    expect(agent.client.getServerCapabilities()).toMatchObject({
      tools: { listChanged: false },
      resources: { listChanged: false },
      prompts: { listChanged: false },
      extensions: { "io.modelcontextprotocol/skills": {} },
    });
    await agent.close();
  });

  test(`a client of ${era.era} gets a protocol error for an unknown tool, resource or prompt`, async ({ api }) => {
    const agent = await Agent.connect(api, era);
    const calls = [
      () => agent.call("no_such_tool"),
      () => agent.client.readResource({ uri: "skill://no-such-skill/SKILL.md" }),
      () => agent.client.readResource({ uri: "skill://v/skv_AAAAAAAAAAAAAAAAAAAAAA/no-such-skill/SKILL.md" }),
      () => agent.client.readResource({ uri: "thread://thr_AAAAAAAAAAAAAAAAAAAAAA" }),
      () => agent.client.readResource({ uri: "thread://nonsense" }),
      () => agent.client.getPrompt({ name: "no_such_prompt" }),
      () => agent.client.getPrompt({ name: "apply_skill", arguments: { skill: "no-such-skill", task: "it" } }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: -32_602 });
    await agent.close();
  });
}

test("methods other than POST are refused with Allow", async ({ api }) => {
  for (const method of ["GET", "DELETE", "PUT", "HEAD"]) {
    const { status, headers } = await api.send(method, MCP_PATH);
    expect([method, status, headers.allow]).toEqual([method, 405, "POST, OPTIONS"]);
  }
});

test("a preflight permits the headers that the protocol needs", async ({ api }) => {
  const { status, headers } = await api.send("OPTIONS", MCP_PATH);
  expect([status, headers.allow]).toEqual([204, "POST, OPTIONS"]);
  expect(headers["access-control-allow-headers"]).toMatch(/Mcp-Protocol-Version, Mcp-Method, Mcp-Name/);
});

test("a bad token is refused for every method and never becomes an anonymous call", async ({ api }) => {
  const bad = [`Bearer ck_${"A".repeat(43)}`, "Bearer nonsense", "Basic dTpw", ""];
  for (const authorization of bad) {
    for (const message of [
      modern("tools/list"),
      modern("server/discover"),
      modern("tools/call", { name: "list_skills" }),
    ]) {
      const { status } = await send(api, message, { authorization });
      expect([authorization, status]).toEqual([authorization, 401]);
    }
  }
});

test("a tool that needs a token is refused without one, whatever tool the headers name", async ({ api }) => {
  const message = modern("tools/call", { name: "start_task", arguments: { title: "T", opening: "O" } });
  expect(await send(api, message)).toMatchObject({ status: 401, json: { code: "authentication_required" } });
  expect(await send(api, message, { "mcp-name": "list_skills" })).toMatchObject({ status: 401 });
  const { body } = message;
  expect(await send(api, { headers: {}, body: [body] })).toMatchObject({ status: 401 });
});

test("a cross-site request from a browser is refused", async ({ api }) => {
  const message = modern("tools/list");
  const statusWith = async (headers: Headers) => {
    const all = { "content-type": "application/json", ...message.headers, ...headers };
    return (await api.exchange("POST", MCP_PATH, all, JSON.stringify(message.body))).status;
  };
  expect(await statusWith({ origin: "https://evil.example" })).toBe(403);
  expect(await statusWith({ origin: "null" })).toBe(403);
  expect(await statusWith({ host: "evil.example" })).toBe(403);
  expect(await statusWith({ origin: api.base })).toBe(200);
});

test("a body over 256 KiB, of another type or without a message is refused", async ({ api }) => {
  const message = modern("tools/list");
  const large = await api.send("POST", MCP_PATH, { "content-type": "application/json" }, "x".repeat(262_145));
  expect(api.problemOf(large).code).toBe("body_too_large");
  const typed = await api.send("POST", MCP_PATH, { "content-type": "text/plain" }, JSON.stringify(message.body));
  expect(api.problemOf(typed).code).toBe("unsupported_media_type");
  for (const text of ["", "{", '{"a":1,"a":2}', "[".repeat(40) + "]".repeat(40)]) {
    const headers = { "content-type": "application/json", ...message.headers };
    const received = await api.exchange("POST", MCP_PATH, headers, text);
    expect([received.status, JSON.parse(received.text)], text).toMatchObject([
      400,
      { id: null, error: { code: -32_700 } },
    ]);
  }
});

test("a batch may have twenty messages", async ({ api }) => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const headers = { accept: "application/json, text/event-stream", "content-type": "application/json" };
  const received = await api.exchange("POST", MCP_PATH, headers, JSON.stringify(Array(21).fill(ping)));
  expect(api.problemOf(received).code).toBe("validation_failed");
});

test("lists state their cache lifetime, and a connection's lists are private", async ({ api }) => {
  const anonymous = await send(api, modern("tools/list"));
  expect(anonymous.json.result).toMatchObject({ cacheScope: "public", ttlMs: 3_600_000 });
  const { headers } = await connect(api);
  const own = await send(api, modern("tools/list"), headers);
  expect(own.json.result).toMatchObject({ cacheScope: "private", ttlMs: 3_600_000 });
  for (const method of ["prompts/list", "resources/list", "resources/templates/list", "skills/list"]) {
    const { json } = await send(api, modern(method), headers);
    expect(json.result, method).toMatchObject({ cacheScope: "public" });
  }
});

test("a repeated list is the same with its own id, also for refused and malformed requests in between", async ({
  api,
}) => {
  const list = modern("tools/list");
  const withId = (id: unknown) => ({ ...list, body: { ...list.body, id } });
  const [first, again, named] = [await send(api, list), await send(api, withId(7)), await send(api, withId('"}'))];
  expect(again.json).toEqual({ ...first.json, id: 7 });
  expect(named.json).toEqual({ ...first.json, id: '"}' });
  const names = ({ json }: { json: { result: { tools: { name: string }[] } } }) =>
    json.result.tools.map(({ name }) => name);
  expect(names(await send(api, list, (await connect(api)).headers)).length).toBeGreaterThan(names(first).length);
  const type = { "content-type": "application/json" };
  const malformed = [
    { ...list.body, extra: 1 },
    { ...list.body, jsonrpc: "1.0" },
    { ...list.body, id: null },
  ];
  for (const body of malformed)
    expect((await api.exchange("POST", MCP_PATH, { ...type, ...list.headers }, JSON.stringify(body))).status).toBe(400);
  const other = { ...type, ...list.headers, "mcp-method": "prompts/list" };
  const refused = await api.exchange("POST", MCP_PATH, other, JSON.stringify(list.body));
  expect(JSON.parse(refused.text)).toHaveProperty("error");
  expect(names(await send(api, list))).toEqual(names(first));
});

test("a repeated call is answered as the first one, in every revision, and other arguments otherwise", async ({
  api,
}) => {
  const args = { technology: word() };
  const call = modern("tools/call", { name: "list_skills", arguments: args });
  const revisions: Headers[] = [
    call.headers,
    ...["2025-03-26", "2025-11-25"].map((version) => {
      return { accept: "application/json, text/event-stream", "mcp-protocol-version": version };
    }),
  ];
  for (const headers of revisions) {
    const isModern = headers === call.headers;
    const exchange = async (id: unknown, given: object) => {
      const params = { ...(isModern ? Object(call.body.params) : { name: "list_skills" }), arguments: given };
      const body = { jsonrpc: "2.0", id, method: "tools/call", params };
      const sent = { "content-type": "application/json", ...headers };
      const { status, headers: received, text } = await api.exchange("POST", MCP_PATH, sent, JSON.stringify(body));
      const [, before, message = "", after] = /^([^{]*)(.*\})([^}]*)$/s.exec(text) ?? [];
      return { status, type: received["content-type"], frame: [before, after], message: JSON.parse(message) };
    };
    const first = await exchange(1, args);
    expect(first).toMatchObject({ status: 200, message: { id: 1, result: { content: [{ type: "text" }] } } });
    expect(first.type).toBe("application/json");
    for (const id of ["two", 3])
      expect(await exchange(id, args)).toEqual({ ...first, message: { ...first.message, id } });
    const refused = await exchange(4, { technology: 7 });
    expect({ ...refused, message: null }).toEqual({ ...first, message: null });
    expect(refused.message).toMatchObject({ id: 4, result: { isError: true } });
    const { content: _, structuredContent: _found, ...added } = first.message.result;
    expect(refused.message.result).toMatchObject(added);
  }
});

test("a client that accepts any type gets a response, and no response may be stored in any revision", async ({
  api,
}) => {
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search_skills", arguments: { query: "upsert" } },
  };
  for (const version of ["2025-03-26", "2025-06-18", "2025-11-25"]) {
    const headers = { accept: "*/*", "content-type": "application/json", "mcp-protocol-version": version };
    const received = await api.exchange("POST", MCP_PATH, headers, JSON.stringify(call));
    expect([received.status, received.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(received.text).toContain("match_quality");
  }
});

test("every response carries its id and the remaining limits, and none may be stored", async ({ api }) => {
  const { headers } = await send(api, modern("tools/list"));
  expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  expect(headers["x-request-id"]).toMatch(/^req_/);
  expect(headers.ratelimit).toMatch(/^"reads";r=\d+;t=\d+$/);
});
