import { randomBytes } from "node:crypto";
import { Both, type Sent } from "@/e2e/next/ask-both";
import { headerOf } from "@/e2e/next/compare-answers";
import { documentPaths, unusualDocuments } from "@/e2e/next/document-requests";
import { mcpRequests, startTask, unkeyedWrites } from "@/e2e/next/mcp-requests";
import { get, unusualRequests } from "@/e2e/next/other-requests";
import { requestsTo } from "@/e2e/next/requests-to-endpoint";
import { type Api, test as base, expect, type Headers, toRequest } from "@/e2e/support/api";
import { playExamples } from "@/e2e/support/example-steps";
import { openThread, question, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { maintainer } from "@/e2e/support/submitting";
import type { EndpointContract } from "@/lib/contract/endpoint";
import { MCP_CARD_PATH } from "@/lib/contract/mcp-servers";
import { createReply } from "@/lib/contract/public/threads";
import { contracts } from "@/lib/server/endpoints";

/** `both` asks our own server's product, which the Playwright project names, and the one through Next. */
const test = base.extend<{ both: Both }>({
  both: [
    async ({ api }, use) => {
      const both = new Both(api.base);
      await use(both);
      both.close();
    },
    { box: "self" },
  ],
});
const ORDERS = ["ours", "next"] as const;
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
