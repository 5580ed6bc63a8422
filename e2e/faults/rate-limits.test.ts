import { expect, test } from "@playwright/test";
import { Api, type Headers } from "@/e2e/support/api";
import { modern } from "@/e2e/support/mcp";
import { type App, startApp, startEngines, type TestEngines } from "@/e2e/support/product";
import { MCP_PATH } from "@/lib/contract/mcp-servers";
import { createConnection } from "@/lib/contract/public/connections";
import { getLiveness } from "@/lib/contract/public/meta";
import { search } from "@/lib/contract/public/search";
import { createReply, listPosts } from "@/lib/contract/public/threads";

const limits = {
  RATE_LIMITS: "on",
  // One trusted proxy: the last hop of X-Forwarded-For is the client, so each test is a separate client.
  TRUSTED_PROXIES: "1",
  RATE_READS_PER_MINUTE: "12",
  RATE_THREADS_PER_MINUTE: "4",
  RATE_THREADS_PER_DAY: "500",
  RATE_REPLIES_PER_MINUTE: "5",
  RATE_CONNECTIONS_PER_HOUR: "3",
  RATE_V2_READS_PER_MINUTE: "4",
};

let engines: TestEngines;
let app: App;
let api: Api;

test.beforeAll(async () => {
  engines = await startEngines(undefined, { meilisearch: false });
  app = await startApp({ engines, env: limits });
  api = new Api(app.url);
});

test.afterAll(async () => {
  api.close();
  await app.stop();
  await engines.close();
});

const from = (address: string): Headers => ({ "x-forwarded-for": address });
const leftIn = (ratelimit: unknown) => Number(/r=(\d+)/.exec(String(ratelimit))?.[1]);

test("reads are counted, and once used up they are refused with the limit, its size and its reset", async () => {
  const client = from("192.0.2.1");
  for (let left = 11; left >= 0; left -= 1) {
    const { status, headers } = await api.get("/api/v1/posts?limit=1", client);
    expect([status, leftIn(headers.ratelimit)]).toEqual([200, left]);
    expect(headers["ratelimit-policy"]).toBe('"reads";q=12;w=60');
  }
  const refused = await api.call(listPosts, {}, client);
  expect([refused.status, refused.ok ? "" : refused.problem.code]).toEqual([429, "rate_limited"]);
  expect(refused.ok ? "" : refused.problem.detail).toMatch(/"reads" of 12 per minute.*resets in \d+ s/);
  expect(leftIn(refused.headers.ratelimit)).toBe(0);
  const first = Number(refused.headers["retry-after"]);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(60);
  for (let i = 0; i < 30; i += 1) await api.call(listPosts, {}, client);
  const later = await api.call(listPosts, {}, client);
  expect(Number(later.headers["retry-after"]), "asking again makes it no longer").toBeLessThanOrEqual(first);
  expect((await api.call(listPosts, {}, from("192.0.2.2"))).status, "another client").toBe(200);
});

test("searches that open threads have their own limit, and passive requests do not count", async () => {
  const client = from("192.0.2.3");
  for (let i = 0; i < 4; i += 1)
    expect((await api.ok(search, { q: `limit thread ${i}` }, client)).data.thread).not.toBeNull();
  const refused = await api.call(search, { q: "limit thread refused" }, client);
  expect(refused.ok ? "" : refused.problem.detail).toContain('"threads-minute" of 4');
  expect((await api.ok(search, { q: "limit thread refused", preview: true }, client)).data.thread).toBeNull();
  const { data } = await api.ok(listPosts, { limit: 100 }, from("192.0.2.4"));
  expect(data.map(({ title }) => title)).not.toContain("limit thread refused");
});

test("an IPv6 client is its /64, and an IPv4 client its full address", async () => {
  for (let i = 0; i < 12; i += 1) await api.ok(listPosts, {}, from(`2001:db8:1:2::${i + 1}`));
  expect((await api.call(listPosts, {}, from("2001:db8:1:2:ffff::1"))).status).toBe(429);
  expect((await api.call(listPosts, {}, from("2001:db8:1:3::1"))).status).toBe(200);
});

test("a client's claims to the left of the trusted proxy have no effect", async () => {
  for (let i = 0; i < 12; i += 1) await api.ok(listPosts, {}, from(`203.0.113.${i}, 192.0.2.5`));
  expect((await api.call(listPosts, {}, from("203.0.113.200, 192.0.2.5"))).status).toBe(429);
});

test("replies and new connections have their own limits", async () => {
  const client = from("192.0.2.6");
  const thread = (await api.ok(search, { q: "limit replies" }, client)).data.thread;
  const reply = { post_id: thread?.thread_id, append_key: thread?.append_key, outcome: "partial", text: "It went so." };
  for (let i = 0; i < 5; i += 1) await api.ok(createReply, reply, client);
  expect((await api.call(createReply, reply, client)).status).toBe(429);
  expect(
    (await api.ok(createReply, reply, from("192.0.2.7"))).data.replies_remaining,
    "a refused reply takes nothing",
  ).toBe(14);
  for (let i = 0; i < 3; i += 1) await api.ok(createConnection, { name: "limited" }, client);
  const refused = await api.call(createConnection, { name: "limited" }, client);
  expect(refused.ok ? "" : refused.problem.detail).toContain('"connections" of 3 per hour');
});

test("a form counts against the same limits as the endpoint that it stands for", async () => {
  const client = from("192.0.2.9");
  for (let i = 0; i < 4; i += 1) {
    const body = new URLSearchParams({ q: `limit form ${i}` });
    const sent = await fetch(`${app.url}/ask/publish`, { method: "POST", body, headers: client, redirect: "manual" });
    expect(sent.headers.get("location")).toMatch(/^\/threads\/thr_/);
  }
  const refused = await api.call(search, { q: "limit form refused" }, client);
  expect(refused.ok ? "" : refused.problem.detail).toContain('"threads-minute" of 4');
  const { headers } = await api.get("/api/v1/posts?limit=1", client);
  expect(leftIn(headers.ratelimit), "four forms and two calls have read").toBe(6);
});

test("the knowledge interface counts by connection, and guesses of a token by address", async () => {
  const client = from("192.0.2.8");
  const token = async () => (await api.ok(createConnection, { name: "limited" }, client)).data.token;
  const sync = async (authorization: string) =>
    (await api.post("/api/knowledge/v2/sync", {}, { ...client, authorization })).status;
  const [one, other] = [`Bearer ${await token()}`, `Bearer ${await token()}`];
  for (let i = 0; i < 4; i += 1) expect(await sync(one)).toBe(200);
  expect(await sync(one)).toBe(429);
  expect(await sync(other)).toBe(200);
  const guesses: number[] = [];
  for (let i = 0; i < 20; i += 1) guesses.push(await sync(`Bearer ck_${String(i).padStart(43, "A")}`));
  expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(12);
  expect(guesses.at(-1)).toBe(429);
});

test("calls over MCP count against the same limits and are refused as protocol errors", async () => {
  const call = async (client: Headers, name: string, args: Record<string, unknown> = {}) => {
    const { headers, body } = modern("tools/call", { name, arguments: args });
    const { result } = JSON.parse((await api.post(MCP_PATH, body, { ...headers, ...client })).text);
    return result.isError ? JSON.parse(result.content[0].text).problem : result.structuredContent;
  };
  const reader = from("192.0.2.10");
  for (let i = 0; i < 6; i += 1) {
    expect(await call(reader, "list_skills")).toHaveProperty("skills");
    await api.ok(listPosts, { limit: 1 }, reader);
  }
  expect(await call(reader, "list_skills")).toMatchObject({
    code: "rate_limited",
    status: 429,
    next_step: expect.any(String),
    retry_after_seconds: expect.any(Number),
  });
  const { headers, body } = modern("tools/list");
  const refused = await api.post(MCP_PATH, body, { ...headers, ...reader });
  expect([refused.status, api.problemOf(refused).code]).toEqual([429, "rate_limited"]);

  const asker = from("192.0.2.11");
  for (let i = 0; i < 4; i += 1)
    expect(await call(asker, "ask_publicly", { query: `limit thread over mcp ${i}` })).toHaveProperty("thread_id");
  expect((await call(asker, "ask_publicly", { query: "limit thread refused" })).detail).toContain(
    '"threads-minute" of 4',
  );
});

test("health checks are never limited", async () => {
  for (let i = 0; i < 40; i += 1) await api.ok(getLiveness, {}, from("192.0.2.9"));
});
