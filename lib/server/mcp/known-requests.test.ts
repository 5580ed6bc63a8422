import { expect, test } from "@playwright/test";
import { forget } from "@/lib/platform/singleton";
import type { McpCaller } from "@/lib/server/mcp/call-tool";
import { answerKnown } from "@/lib/server/mcp/known-requests";
import { listAllSkills } from "@/lib/server/mcp/tools/skills";

const anonymous = () =>
  ({ client: "a", headers: {}, connection: null, wants_text: false, ran: null }) as unknown as McpCaller;
const connected = () => ({ ...anonymous(), connection: { connection_id: "con_x" } }) as McpCaller;
const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const headers = (more: Record<string, string> = {}) => ({ accept: "application/json", ...more });

test.beforeEach(() => {
  forget("mcp-requests");
  forget("rate-limiters");
});

type Sent = [body: unknown, headers?: Record<string, string>, caller?: McpCaller];

/** The texts that come back, and how often the protocol server was asked. */
async function asked(requests: Sent[], answer: (caller: McpCaller) => Response) {
  let times = 0;
  const texts: string[] = [];
  for (const [body, sent = headers(), caller = anonymous()] of requests) {
    const made = await answerKnown(body, sent, caller, async () => {
      times += 1;
      return answer(caller);
    });
    texts.push(made instanceof Response ? await made.text() : String(made.body));
  }
  return { times, texts };
}

const found = () => Response.json({ jsonrpc: "2.0", id: 1, result: { tools: [] } });

test("a list is made once for equal requests, and each gets its own id", async () => {
  const { times, texts } = await asked([[list], [{ ...list, id: 2 }], [{ ...list, id: 'a"b' }]], found);
  expect([times, texts.map((text) => JSON.parse(text).id)]).toEqual([1, [1, 2, 'a"b']]);
});

test("an event stream is answered as one", async () => {
  const event = (id: number) => `event: message\ndata: {"jsonrpc":"2.0","id":${id},"result":{"tools":[]}}\n\n`;
  const streamed = () => new Response(event(1), { headers: { "content-type": "text/event-stream" } });
  expect(await asked([[list], [{ ...list, id: 2 }]], streamed)).toEqual({ times: 1, texts: [event(1), event(2)] });
});

test("another method, parameter, header or kind of caller is another request", async () => {
  const { times } = await asked(
    [
      [list],
      [{ ...list, method: "prompts/list" }],
      [{ ...list, params: { cursor: "x" } }],
      [list, headers({ "mcp-protocol-version": "2025-06-18" })],
      [list, headers(), connected()],
      [list, headers(), { ...anonymous(), wants_text: true }],
    ],
    found,
  );
  expect(times).toBe(6);
});

test("other methods, batches, refusals and requests with a token of their own are not known", async () => {
  const bodies = [
    { ...list, method: "resources/list" },
    [list],
    { ...list, extra: 1 },
    { ...list, id: null },
    { ...list, id: 1.5 },
    { ...list, params: { _meta: { progressToken: 1 } } },
    { ...list, params: [] },
    { ...list, method: "tools/call", params: { name: "list_skills", arguments: [] } },
  ];
  for (const body of bodies) expect((await asked([[body], [body]], found)).times, JSON.stringify(body)).toBe(2);
  const refused = () => Response.json({ jsonrpc: "2.0", id: 1, error: { code: -32_600 } });
  const failed = () => Response.json({ id: 1, result: {} }, { status: 400 });
  for (const answer of [refused, failed]) expect((await asked([[list], [list]], answer)).times).toBe(2);
});

test("a call runs its tool each time and gets what the protocol adds", async () => {
  const call = (cursor: unknown, name = "list_skills") => {
    return { ...list, method: "tools/call", params: { name, arguments: { cursor } } };
  };
  const own = { content: [{ type: "text" as const, text: "own" }] };
  const ran =
    (more: object, result = own) =>
    (caller: McpCaller) => {
      caller.ran = { tool: listAllSkills, form: "text", result };
      return Response.json({ jsonrpc: "2.0", id: 1, result: { ...own, ...more } });
    };
  const { times, texts } = await asked([[call("a")], [call(7)]], ran({ resultType: "complete", _meta: { by: "us" } }));
  expect(times).toBe(1);
  const { result } = JSON.parse(texts[1] ?? "");
  expect(result).toMatchObject({ isError: true, resultType: "complete", _meta: { by: "us" } });
  expect(result.content[0].text).toContain('"pointer":"/cursor"');
  const changed = ran({ content: [] });
  expect((await asked([[call("a", "x")], [call("b", "x")]], changed)).times, "the protocol changed it").toBe(2);
  const said = ran({}, { ...own, _meta: { said: 1 } } as typeof own);
  expect((await asked([[call("a", "y")], [call("b", "y")]], said)).times, "the tool said something else").toBe(2);
});
