import { randomBytes } from "node:crypto";
import { get, headerOf, NOTHING_FITS, ORDERS, type Row, row, type Sent, test } from "@/e2e/next/both";
import { type Api, expect, type Headers, toRequest } from "@/e2e/support/api";
import { sampleInput, unknownIds } from "@/e2e/support/contract";
import { playExamples } from "@/e2e/support/example-steps";
import { openThread, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { maintainer } from "@/e2e/support/submitting";
import type { EndpointContract } from "@/lib/contract/endpoint";
import { BODY_BYTES_MAX } from "@/lib/contract/primitives";
import { createReply } from "@/lib/contract/public/threads";
import { contracts } from "@/lib/server/endpoints";

/** They end what they are called with, so only one product can answer: each does in one of the orders. */
const ONCE = new Set(["recover_connection", "delete_connection"]);

test("the second product answers through Next, under the address of the first", async ({ both }) => {
  const live = await both.askBoth(get("/api/health/live"));
  expect(headerOf(live.ours, "vary")).toBeUndefined();
  expect(headerOf(live.next, "vary")).toContain("next-router-state-tree");
  // Answers contain their own address, so both products have the same BASE_URL.
  const robots = await both.askBoth(get("/robots.txt"));
  expect(robots.next.body.toString()).toBe(robots.ours.body.toString());
});

for (const first of ORDERS) {
  test(`a good request to every endpoint gets the same answer: writes to "${first}" first`, async ({ api, both }) => {
    const differences: string[] = [];
    const play = async (contract: EndpointContract, sent: Sent, isLook: boolean) => {
      if (contract.idempotent && !isLook) {
        const written = await both.write(sent, first);
        differences.push(...written.differences.map((difference) => `${contract.name}: ${difference}`));
        return written.answer;
      }
      if (ONCE.has(contract.name)) return both.ask(first, sent);
      const answer = await both.same(contract.name, sent);
      if (contract.shared) await both.notModified(contract.name, sent);
      return answer;
    };
    const played = await playExamples(api, word(), async (contract, input, by) => {
      const request = toRequest(contract, input);
      const headers = { ...request.headers, ...by?.headers };
      const { status, body } = await play(contract, { ...request, method: contract.method, headers }, !!input.preview);
      if (status >= 400) throw new Error(`${contract.name} was refused: ${body}`);
      return JSON.parse(body.toString());
    });
    expect(differences).toEqual([]);
    // An endpoint without a step there would not be compared.
    expect(played.map(({ name }) => name).sort()).toEqual(
      contracts()
        .map(({ name }) => name)
        .sort(),
    );
  });
}

for (const contract of contracts())
  test(`${contract.name}: a refusal and another method get the same answer`, async ({ api, both }) => {
    const cast = {
      member: (await connect(api)).headers,
      maintainer: (await maintainer(api)).headers,
      thread: await threadWithReply(api),
    };
    const rows = requestsTo(contract, cast);
    expect(rows.filter(({ status }) => status >= 400).length).toBeGreaterThan(0);
    expect(await both.differencesIn(rows)).toEqual([]);
  });

test("a request of no endpoint or in an unusual form gets the same answer", async ({ both }) => {
  expect(await both.differencesIn(unusualRequests())).toEqual([]);
});

test("both products count the requests of a client's address", async ({ both }) => {
  // The minute of a window may end in between: then with another address.
  await expect(async () => {
    const address = `2001:db8:${randomBytes(4)
      .toString("hex")
      .replace(/^(.{4})/, "$1:")}::1`;
    const left: Record<string, string[]> = { ours: [], next: [] };
    for (let i = 0; i < 3; i += 1) {
      const answers = await both.askBoth(get("/api/v1/posts?limit=1", { "x-forwarded-for": address }));
      for (const [product, answer] of Object.entries(answers))
        left[product]?.push(/r=(\d+)/.exec(headerOf(answer, "ratelimit") ?? "")?.[1] ?? "");
    }
    const [first = ""] = left.ours ?? [];
    const counted = [0, 1, 2].map((i) => String(Number(first) - i));
    expect(left).toEqual({ ours: counted, next: counted });
  }).toPass();
});

test("a body that nobody reads is never taken for the next request", async ({ both }) => {
  const head = (line: string, more: string) => `${line} HTTP/1.1\r\nhost: x\r\n${more}\r\n\r\n`;
  const body = "DELETE /api/v1/posts HTTP/1.1\r\nhost: x\r\n\r\n";
  const last = head("GET /api/health/live", "connection: close");
  // A path without an endpoint, and a body without a type.
  for (const [path, status] of [
    ["/api/v1/nothing", "404"],
    ["/api/v1/connections", "415"],
  ]) {
    const bytes = `${head(`POST ${path}`, `content-length: ${body.length}`)}${body}${last}`;
    for (const [product, [own, ...more]] of Object.entries(await both.statusesOfRaw(bytes))) {
      expect([product, path, own]).toEqual([product, path, status]);
      // The connection may be closed instead.
      expect(more.filter((other) => other !== "200")).toEqual([]);
    }
  }
});

/** A thread with an outcome, which its key may take back. */
async function threadWithReply(api: Api) {
  const { thread_id, append_key } = await openThread(api);
  const report = { post_id: thread_id, append_key, outcome: "partial", text: "It worked in part." };
  const { reply_id } = (await api.ok(createReply, report)).data.reply;
  return { thread_id, append_key, reply_id };
}

/** The callers of these requests, and a thread with its append key. */
type Cast = {
  member: Headers;
  maintainer: Headers;
  thread: { thread_id: string; append_key: string; reply_id: string };
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const IDS: Record<string, string> = {
  skill_id: unknownIds.skill,
  version_id: unknownIds.version,
  post_id: unknownIds.post,
};

/** Requests to an endpoint that it refuses or that only ask about it: none changes anything. */
function requestsTo(contract: EndpointContract, cast: Cast): Row[] {
  const { method, path, auth } = contract;
  const isForMaintainers = path.includes("/maintenance/");
  const token = auth === "connection" ? (isForMaintainers ? cast.maintainer : cast.member) : {};
  const input = inputFor(contract, cast);
  const row = (what: string, status: number, sent: Partial<Sent>, given: Record<string, unknown> = input): Row => {
    const made = toRequest(contract, given);
    return {
      what,
      status,
      sent: { method, ...made, ...sent, headers: { ...made.headers, ...token, ...sent.headers } },
    };
  };
  const posted = (what: string, status: number, body: string, headers: Headers = {}) =>
    row(what, status, { body, headers });
  const ids = path.match(/\{\w+\}/g)?.map((name) => name.slice(1, -1)) ?? [];
  const own = contracts().filter((other) => other.path === path);
  const supported = own.map((other) => other.method);
  const isRead = method === "GET";
  const unreadable = contract.bodyForm === "archive" ? 422 : 400;
  const tooLarge = " ".repeat((contract.bodyBytesMax ?? BODY_BYTES_MAX) + 1);

  return [
    row("an unknown field", 422, {}, { ...input, no_such_field: "x" }),
    ...ids.map((name) => row(`a malformed ${name}`, 422, {}, { ...input, [name]: "no-such-id" })),
    ...(isRead && ids.length > 0 ? [row("unknown ids", 404, {})] : []),
    ...(auth === "connection" ? tokenRows(row, isForMaintainers && cast.member) : []),
    ...(auth === "append_key"
      ? [
          row("no append key", 401, {}, { ...input, append_key: undefined }),
          row("an unknown append key", 401, {}, { ...input, append_key: `ak_${"A".repeat(43)}` }),
        ]
      : []),
    ...(contract.idempotent
      ? [row("a malformed Idempotency-Key", 400, { headers: { "idempotency-key": "a b" } })]
      : []),
    ...(isRead ? [row("HEAD", auth === "none" && ids.length > 0 ? 404 : 200, { method: "HEAD" })] : []),
    ...(supported.includes("GET") ? [] : [row("HEAD", 405, withoutBody("HEAD"))]),
    row("OPTIONS", 204, withoutBody("OPTIONS")),
    ...METHODS.filter((other) => !supported.includes(other as EndpointContract["method"])).map((other) =>
      row(other, 405, other === "GET" ? withoutBody("GET") : { method: other, body: "{}" }),
    ),
    ...(method !== "POST"
      ? []
      : [
          posted("malformed JSON", unreadable, '{"a":1,"a":2}'),
          posted("an empty body", unreadable, ""),
          posted("a list instead of an object", 422, "[]"),
          posted("text that cannot be stored", 422, '{"no_such_field":"\\u0000"}'),
          posted("a form", 415, "a=1", { "content-type": "application/x-www-form-urlencoded" }),
          posted("a compressed body", 415, "{}", { "content-encoding": "gzip" }),
          posted("a body over the limit", 413, tooLarge),
          row("a body over the limit in chunks", 413, { body: tooLarge, inChunks: true }),
        ]),
  ];
}

/** The smallest valid input; its ids are well-formed and name nothing, but for the thread that takes a reply. */
function inputFor(contract: EndpointContract, { thread }: Cast): Record<string, unknown> {
  const input = sampleInput(contract);
  for (const name of Object.keys(input)) if (IDS[name] && contract.path.includes(`{${name}}`)) input[name] = IDS[name];
  if (contract.auth === "append_key")
    Object.assign(input, {
      post_id: thread.thread_id,
      append_key: thread.append_key,
      ...("reply_id" in input ? { reply_id: thread.reply_id } : {}),
    });
  return input;
}

function tokenRows(row: (what: string, status: number, sent: Partial<Sent>) => Row, member: Headers | false): Row[] {
  return [
    row("no token", 401, { headers: { authorization: "" } }),
    row("an unknown token", 401, { headers: { authorization: `Bearer ck_${"A".repeat(43)}` } }),
    row("another scheme", 401, { headers: { authorization: "Basic dTpw" } }),
    ...(member ? [row("a token of no maintainer", 403, { headers: member })] : []),
  ];
}

const withoutBody = (method: string): Partial<Sent> => ({ method, body: undefined });

const FORGED = {
  host: "evil.example",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "gopher",
  forwarded: "host=evil.example",
};

/** Requests to the API that are of no endpoint, or that reach Next in another form than our server. */
function unusualRequests(): Row[] {
  const looks = "/api/v1/search?preview=true&q=";
  const json = { "content-type": "application/json" };
  const search = (headers: Headers): Sent => ({
    method: "POST",
    path: "/api/v1/search",
    headers: { ...json, ...headers },
    body: JSON.stringify({ q: NOTHING_FITS, preview: true }),
  });
  return [
    ...[
      "/api",
      "/api/",
      "/api/nothing",
      "/api/v1",
      "/api/v1/nothing",
      "/api/v1/posts/",
      "/api/v1/Posts",
      "/api/v1/posts/x/y/z",
      "/api//v1/posts",
      "/api/v1/maintenance/nothing",
      "/api/v1/mcp/nothing",
      "/api/v2/search",
      "/api/knowledge/v2",
      "/api/knowledge/v2/nothing",
      "/api/knowledge/v2/skills",
      "/api/health",
      "/api/health/nothing",
    ].flatMap((path) => [
      row(`GET ${path}`, 404, get(path)),
      row(`OPTIONS ${path}`, 404, { method: "OPTIONS", path }),
      row(`POST ${path}`, 404, { method: "POST", path, headers: json, body: "{}" }),
    ]),
    ...["/api/v1/posts/%E0%A4%A", `${looks}%E0%A4%A`, `${looks}100%`, `${looks}%ED%A0%80`, "/api/v1/%2"].map((path) =>
      row(`a malformed escape in ${path}`, 400, get(path)),
    ),
    ...[`${looks}a%00b`, "/api/v1/posts/thr_%00", "/api/v1/posts/%2e%2e%2fsearch", "/api/v1/posts/a%2Fb"].map((path) =>
      row(`an escape in ${path}`, 422, get(path)),
    ),
    ...[`${looks}a%20b`, `${looks}a+b`, `${looks}%C3%A4%E2%9C%93%F0%9F%87%AB%F0%9F%87%B7`, `${looks}a%2526b%26c`].map(
      (path) => row(`an escape in ${path}`, 200, get(path)),
    ),
    row("a parameter that is given twice", 422, get(`${looks}a&q=b`)),
    row("a question mark without a query", 200, get("/api/v1/posts?")),
    row("a forged host and forged addresses", 200, get("/api/v1/openapi.json", FORGED)),
    row("a forged host and forged addresses with a body", 200, search(FORGED)),
    row(
      "headers between the parts of Next",
      200,
      search({
        "x-middleware-rewrite": "/robots.txt",
        "x-middleware-subrequest": "middleware",
        "x-nextjs-data": "1",
        "x-matched-path": "/robots.txt",
        "x-invoke-path": "/robots.txt",
      }),
    ),
    row("headers of Next's router", 200, search({ rsc: "1", "next-router-prefetch": "1", "next-url": "/skills" })),
    row("headers of Next's router with GET", 200, get(`${looks}a`, { rsc: "1", "next-router-state-tree": "%5B%5D" })),
    row("a server action", 200, search({ "next-action": "40".padEnd(42, "a") })),
    row("an unknown encoding of the answer", 200, get(`${looks}a`, { "accept-encoding": "gzip, br, zstd" })),
    row("a range", 200, get(`${looks}a`, { range: "bytes=0-9" })),
    row("an offer of another protocol", 200, get(`${looks}a`, { connection: "Upgrade", upgrade: "websocket" })),
    row("a look ahead of the browser", 200, get("/api/v1/search?q=a", { "sec-purpose": "prefetch" })),
    row("a link preview", 200, get("/api/v1/search?q=a", { "user-agent": "Slackbot 1.0" })),
    row("a body in chunks", 200, { ...search({}), inChunks: true }),
    row("a body without a type", 415, { method: "POST", path: "/api/v1/search", body: '{"q":"a"}' }),
    row("a name that is not ASCII", 400, search({ "idempotency-key": "sch\u00fcssel-schluessel" })),
  ];
}
