import { expect, test } from "@playwright/test";
import { forget } from "@/lib/platform/singleton";
import type { McpCaller } from "@/lib/server/mcp/call-tool";
import { keptList } from "@/lib/server/mcp/kept-lists";

const anonymous = { connection: null, wants_text: false } as McpCaller;
const connected = { ...anonymous, connection: { connection_id: "con_x" } } as McpCaller;
const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const headers = (more: Record<string, string> = {}) => new Headers({ accept: "application/json", ...more });

test.beforeEach(() => forget("mcp-lists"));

/** The ids that come back, and how often the protocol server was asked. */
async function asked(requests: Array<[body: unknown, headers?: Headers, caller?: McpCaller]>, answer: () => Response) {
  let times = 0;
  const ids: unknown[] = [];
  for (const [body, sent = headers(), caller = anonymous] of requests) {
    const response = await keptList(body, sent, caller, async () => {
      times += 1;
      return answer();
    });
    ids.push(JSON.parse(await response.text()).id);
  }
  return { times, ids };
}

const found = () => Response.json({ jsonrpc: "2.0", id: 1, result: { tools: [] } });

test("a list is made once for equal requests, and each gets its own id", async () => {
  expect(await asked([[list], [{ ...list, id: 2 }], [{ ...list, id: "three" }]], found)).toEqual({
    times: 1,
    ids: [1, 2, "three"],
  });
});

test("another method, parameter, header or kind of caller is another list", async () => {
  const { times } = await asked(
    [
      [list],
      [{ ...list, method: "prompts/list" }],
      [{ ...list, params: { cursor: "x" } }],
      [list, headers({ "mcp-protocol-version": "2025-06-18" })],
      [list, headers(), connected],
      [list, headers(), { ...anonymous, wants_text: true }],
    ],
    found,
  );
  expect(times).toBe(6);
});

test("calls, batches, refusals and streams are not kept", async () => {
  for (const body of [{ ...list, method: "tools/call" }, [list], { ...list, extra: 1 }, { ...list, id: null }])
    expect((await asked([[body], [body]], found)).times, JSON.stringify(body)).toBe(2);
  const refused = () => Response.json({ jsonrpc: "2.0", id: 1, error: { code: -32_600 } });
  const failed = () => Response.json({ id: 1, result: {} }, { status: 400 });
  const streamed = () => new Response('{"id":1,"result":{}}', { headers: { "content-type": "text/event-stream" } });
  for (const answer of [refused, failed, streamed]) expect((await asked([[list], [list]], answer)).times).toBe(2);
});
