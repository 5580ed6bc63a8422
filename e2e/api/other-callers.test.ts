import { Api, expect, type Headers, type Received, test, toRequest } from "@/e2e/support/api";
import { sampleInput } from "@/e2e/support/contract";
import { database, openThread, question, word } from "@/e2e/support/fixtures";
import { addOperation, type Caller, connect, conversation } from "@/e2e/support/knowledge";
import { modern } from "@/e2e/support/mcp";
import { creation, maintainer } from "@/e2e/support/submitting";
import type { EndpointContract } from "@/lib/contract/endpoint";
import { submitSkill } from "@/lib/contract/knowledge/submissions";
import { setControls, sync } from "@/lib/contract/knowledge/sync-and-controls";
import { addInsight, startTask } from "@/lib/contract/knowledge/threads";
import { setSignup } from "@/lib/contract/maintenance/connections";
import { hideMessage } from "@/lib/contract/maintenance/messages";
import { MCP_PATH } from "@/lib/contract/mcp-servers";
import { createConnection, deleteConnection } from "@/lib/contract/public/connections";
import { search, searchPost } from "@/lib/contract/public/search";
import { createReply } from "@/lib/contract/public/threads";
import { endpoints } from "@/lib/server/endpoints";

/** Neighbours on the loopback network: two addresses to the server. */
const [OWN_ADDRESS, OTHER_ADDRESS] = ["127.0.0.2", "127.0.0.3"];
/** A key that others can guess. */
const weakKey = () => word().slice(0, 10);

type Scene = {
  /** The idempotency key of every call. */
  weak: string;
  /** The victim, who has used the key for every call. */
  own: Caller;
  other: Caller;
  otherKey: string;
  requests: Request[];
  /** Values that only `own` may see. */
  secrets: Set<string>;
  /** Objects created for `own`: some are public, but must not be the response to another caller's request. */
  made: Set<string>;
};
type Request = { name: string; method: string; path: string; headers: Headers; body?: string | Uint8Array };
type Sent = { contract: EndpointContract; input: Record<string, unknown>; by: "token" | "anonymous" | "append_key" };

/** In `npm test` each request is sent in every third disguise, beginning with another one each time. */
for (const { step, some, tag } of [
  { step: 3, some: "a third", tag: [] },
  { step: 1, some: "all", tag: ["@slow"] },
])
  test(`no caller gets another caller's responses by sending that caller's identifiers, in ${some} of the disguises`, {
    tag,
  }, async ({ api }) => {
    const own = new Api(api.base, { address: OWN_ADDRESS, patient: true });
    const other = new Api(api.base, { address: OTHER_ADDRESS, patient: true });
    const scene = await sceneOf(own, other);
    const leaks: string[] = [];
    for (const [place, request] of scene.requests.entries()) {
      for (const [as, headers] of disguises(scene).filter((_, order) => (order + place) % step === 0)) {
        const received = await other.send(
          request.method,
          request.path,
          { ...request.headers, ...headers },
          request.body,
        );
        for (const leak of leaksOf(received, scene)) leaks.push(`${request.name} as ${as}: ${leak}`);
      }
    }
    expect(leaks).toEqual([]);
    own.close();
    other.close();
  });

test("an address in the append key header does not give access to threads opened from that address", async ({
  api,
}) => {
  const own = new Api(api.base, { address: OWN_ADDRESS, patient: true });
  const other = new Api(api.base, { address: OTHER_ADDRESS, patient: true });
  const [q, weak] = [question(), weakKey()];
  const asked = await own.ok(searchPost, { q }, { "idempotency-key": weak });
  const stolen = { "idempotency-key": weak, "x-service-append-key": OWN_ADDRESS };
  const got = await other.call(searchPost, { q }, stolen);
  expect(got.headers["idempotency-replayed"]).toBeUndefined();
  expect(got.ok && got.body.data.thread?.append_key).not.toBe(asked.data.thread?.append_key);
  own.close();
  other.close();
});

test("an append key sent with a search has no effect", async ({ api }) => {
  const [q, random] = [question(), crypto.randomUUID()];
  const { append_key } = await openThread(api);
  const first = await api.ok(searchPost, { q }, { "idempotency-key": random });
  const again = await api.call(searchPost, { q }, { "idempotency-key": random, "x-service-append-key": append_key });
  expect([again.headers["idempotency-replayed"], again.ok && again.body]).toEqual(["true", first]);
});

/** One caller makes every call once with one key; another repeats the calls to every endpoint. */
async function sceneOf(own: Api, other: Api): Promise<Scene> {
  const weak = weakKey();
  const caller = await maintainer(own, `Own ${word()}`);
  const attacker = await connect(other, `Other ${word()}`);
  const thread = await openThread(own);
  const { append_key: otherKey } = await openThread(other);
  const operation_ref = await addOperation(caller);
  const secrets = new Set([caller.token, thread.append_key, operation_ref]);
  const reply = { post_id: thread.thread_id, outcome: "partial", text: "It went so." };
  const [opening] = await database()<{ message_id: string }[]>`
    select messages.message_id
    from messages
    where messages.thread_id = ${thread.thread_id}`;
  const sent: Sent[] = [
    { contract: search, input: { q: question() }, by: "anonymous" },
    { contract: searchPost, input: { q: question() }, by: "anonymous" },
    { contract: createConnection, input: { name: word() }, by: "anonymous" },
    { contract: createReply, input: { ...reply, append_key: thread.append_key }, by: "append_key" },
    { contract: startTask, input: { title: question(), opening: question() }, by: "token" },
    {
      contract: addInsight,
      input: { target: conversation(thread.thread_id), body: question() },
      by: "token",
    },
    { contract: submitSkill, input: creation(), by: "token" },
    { contract: sync, input: { operation_refs: [operation_ref] }, by: "token" },
    {
      contract: setControls,
      input: { expected_control_revision: "0", cancel_operation_refs: [await addOperation(caller)] },
      by: "token",
    },
    { contract: setSignup, input: { open: true, reason: "Open as before." }, by: "token" },
    { contract: hideMessage, input: { message_id: opening?.message_id, reason: "Only a test." }, by: "token" },
  ] as Sent[];
  const requests: Request[] = [];
  const made = new Set<string>();
  for (const { contract, input, by } of sent) {
    const headers = { "idempotency-key": weak, ...(by === "token" ? caller.headers : {}) };
    const answer = await own.ok(contract, input, headers);
    for (const secret of secretsIn(answer)) secrets.add(secret);
    for (const id of idsIn(answer)) if (!JSON.stringify(input).includes(id)) made.add(id);
    const { append_key: _key, ...known } = input;
    requests.push(requestOf(contract, known), ...mcpRequests(contract, known, weak));
  }
  const done = new Set(sent.map(({ contract }) => contract.name));
  for (const { contract } of Object.values(endpoints)) {
    if (!done.has(contract.name) && contract !== deleteConnection)
      requests.push(requestOf(contract, sampleInput(contract)));
  }
  // Last: it ends the connection of whoever sends it.
  requests.push(requestOf(deleteConnection, {}));
  return { weak, own: caller, other: attacker, otherKey, requests, secrets, made };
}

function requestOf(contract: EndpointContract, input: Record<string, unknown>): Request {
  return { name: contract.name, method: contract.method, ...toRequest(contract, input) };
}

/** The same calls through the other adapter. */
function mcpRequests({ name }: EndpointContract, input: Record<string, unknown>, idempotency_key: string): Request[] {
  const { q, post_id, kind: _kind, ...rest } = input;
  const tools: Record<string, [string, Record<string, unknown>]> = {
    search_post: ["ask_publicly", { query: q }],
    create_reply: ["report_outcome", { thread_id: post_id, append_key: OWN_ADDRESS, ...rest }],
    start_task: ["start_task", rest],
    add_insight: ["add_insight", rest],
    submit_skill: ["propose_skill", rest],
    set_controls: ["set_control_mode", rest],
  };
  const [tool, given] = tools[name] ?? [];
  if (!tool) return [];
  const { headers, body } = modern("tools/call", { name: tool, arguments: { ...given, idempotency_key } });
  const json = { "content-type": "application/json", ...headers };
  return [{ name: `${tool} over MCP`, method: "POST", path: MCP_PATH, headers: json, body: JSON.stringify(body) }];
}

/** Everything that an attacker may know or guess, in every header that identifies a caller. */
function disguises({ weak, own, other, otherKey }: Scene): Array<[string, Headers]> {
  const idempotent = { "idempotency-key": weak };
  // The header that a trusted proxy forwards: its client's claim, then the address that the proxy saw.
  const proxied = `${OWN_ADDRESS}, ${OTHER_ADDRESS}`;
  const named: Array<[string, Headers]> = [
    ["nobody", {}],
    ["the address", { "x-service-append-key": OWN_ADDRESS }],
    ["the address, as IPv6 writes it", { "x-service-append-key": `::ffff:${OWN_ADDRESS}` }],
    ["the connection's id", { "x-service-append-key": own.connection_id }],
    ["the key of another thread", { "x-service-append-key": otherKey }],
    ["behind a proxy", { "x-forwarded-for": proxied, forwarded: `for=${OWN_ADDRESS}`, "x-real-ip": OWN_ADDRESS }],
    ["through the front", { "x-cairn-client": `${OWN_ADDRESS} secret`, "x-cairn-target": "/" }],
    ["the connection's id as a token", { authorization: `Bearer ${own.connection_id}` }],
    ["a password", { authorization: `Basic ${Buffer.from(`${own.connection_id}:`).toString("base64")}` }],
  ];
  const withToken = named.map(([as, headers]): [string, Headers] => [
    `${as}, with a token of one's own`,
    { ...other.headers, ...headers },
  ]);
  return [...named, ...withToken].map(([as, headers]) => [as, { ...idempotent, ...headers }]);
}

function secretsIn(answer: unknown): string[] {
  return JSON.stringify(answer).match(/\b(?:ak|ck)_[A-Za-z0-9_-]{43}|\bkop_[A-Za-z0-9_-]{22}/g) ?? [];
}

function idsIn(answer: unknown): string[] {
  return JSON.stringify(answer).match(/\b(?:thr|msg|kop|con|dec|skl|skv)_[A-Za-z0-9_-]{22}/g) ?? [];
}

function leaksOf({ headers, text, status }: Received, { secrets, made }: Scene): string[] {
  const leaks = [...secrets].filter((secret) => text.includes(secret) && !isEcho(status, secret));
  if (headers["idempotency-replayed"] !== "true" && !text.includes('"idempotency-replayed"')) return leaks;
  // A caller's own response is replayed too. Threads with the same question are public.
  const answer = text.replace(/"similar_threads":\[[^\]]*\]/, "");
  return [...leaks, ...[...made].filter((id) => answer.includes(id)).map((id) => `a stored answer with ${id}`)];
}

/** The only reference that the request itself contains is returned as unknown. */
function isEcho(status: number, secret: string): boolean {
  return status === 200 && secret.startsWith("kop_");
}
