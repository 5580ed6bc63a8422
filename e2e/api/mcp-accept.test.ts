import { type Api, expect, type Headers, test } from "@/e2e/support/api";
import { modern } from "@/e2e/support/mcp";
import { MCP_PATH } from "@/lib/contract/mcp-servers";

const JSON_TYPE = "application/json";
const EVENTS = "text/event-stream";

/** What a client accepts, undefined where it does not say, and what it gets. */
const ACCEPTED: [accept: string | undefined, form: string][] = [
  [undefined, JSON_TYPE],
  ["*/*", JSON_TYPE],
  ["application/json", JSON_TYPE],
  ["application/json, text/event-stream", JSON_TYPE],
  ["text/event-stream, application/json", JSON_TYPE],
  ["Application/JSON; charset=utf-8", JSON_TYPE],
  ["application/*", JSON_TYPE],
  ["application/json, text/plain, */*", JSON_TYPE],
  ["text/event-stream;q=0.9, */*;q=0.1", JSON_TYPE],
  ["text/html", JSON_TYPE],
  ["text/html,application/xhtml+xml,*/*;q=0.8", JSON_TYPE],
  ["application/xml", JSON_TYPE],
  ["nonsense", JSON_TYPE],
  ["", JSON_TYPE],
  ["text/event-stream", EVENTS],
  ["TEXT/EVENT-STREAM", EVENTS],
  ["text/event-stream, text/html", EVENTS],
  ["text/event-stream, application/json;q=0", EVENTS],
];

async function send(api: Api, accept: string | undefined, headers: Headers, body: unknown) {
  const { accept: _, ...rest } = headers;
  const all = { "content-type": JSON_TYPE, ...rest, ...(accept === undefined ? {} : { accept }) };
  const { status, headers: received, text } = await api.exchange("POST", MCP_PATH, all, JSON.stringify(body));
  return { status, form: received["content-type"], text };
}

function messageIn({ form, text }: { form: string | undefined; text: string }) {
  const data = form === EVENTS ? (/^event: message\ndata: (.*)\n\n$/.exec(text)?.[1] ?? "") : text;
  return JSON.parse(data);
}

const legacy: Headers = { "mcp-protocol-version": "2025-11-25" };
const call = { name: "list_skills", arguments: {} };
const newer = modern("tools/call", call);
/** Each sent twice: the second answer comes from what the first one taught. */
const REQUESTS: [name: string, headers: Headers, body: Record<string, unknown>][] = [
  ["a call of 2025", legacy, { jsonrpc: "2.0", id: 1, method: "tools/call", params: call }],
  ["a list of 2025 that is made each time", legacy, { jsonrpc: "2.0", id: 1, method: "resources/list" }],
  ["a call of 2026", newer.headers, newer.body],
];

for (const [name, headers, body] of REQUESTS)
  test(`${name} is answered whatever the client accepts`, async ({ api }) => {
    for (const [accept, form] of ACCEPTED)
      for (const id of [1, 2]) {
        const answered = await send(api, accept, headers, { ...body, id });
        expect([accept, answered.status, answered.form]).toEqual([accept, 200, form]);
        expect(messageIn(answered)).toMatchObject({ jsonrpc: "2.0", id, result: {} });
      }
  });

test("a batch, a notification and a refusal are answered for a client that accepts JSON alone", async ({ api }) => {
  const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
  const batch = await send(api, JSON_TYPE, { "mcp-protocol-version": "2025-03-26" }, [ping(1), ping(2)]);
  expect([batch.status, JSON.parse(batch.text)]).toMatchObject([200, [{ id: 1 }, { id: 2 }]]);
  const events = await send(api, EVENTS, { "mcp-protocol-version": "2025-03-26" }, [ping(1), ping(2)]);
  expect([events.form, events.text.match(/^event: message$/gm)?.length]).toEqual([EVENTS, 2]);
  const told = await send(api, JSON_TYPE, legacy, { jsonrpc: "2.0", method: "notifications/initialized" });
  expect([told.status, told.text]).toEqual([202, ""]);
  const refused = await send(api, JSON_TYPE, legacy, { ...ping(3), method: "no/such" });
  expect([refused.form, JSON.parse(refused.text)]).toMatchObject([JSON_TYPE, { id: 3, error: { code: -32_601 } }]);
});
