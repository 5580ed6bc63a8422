import { expect, test } from "@/e2e/support/api";
import { openThread, word } from "@/e2e/support/cast";
import { createReply } from "@/lib/contract/public/replies";

type Sent = { html: string; nonce: string };

async function ask(address: string, headers: Record<string, string> = {}): Promise<Sent> {
  const response = await fetch(address, { headers });
  expect(response.status).toBe(200);
  const policy = response.headers.get("content-security-policy") ?? "";
  const html = await response.text();
  return { html, nonce: /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? "" };
}

test("a page asked for several times at once has another nonce each time, in all its places and in no other's", async ({
  api,
}) => {
  const { thread_id } = await openThread(api);
  const addresses = [...Array(6).fill(`/threads/${thread_id}`), ...Array(3).fill("/docs/mcp")];
  const sent = await Promise.all(addresses.map((path) => ask(`${api.base}${path}`)));
  for (const path of new Set(addresses)) sent.push(await ask(`${api.base}${path}`));
  expect(new Set(sent.map(({ nonce }) => nonce)).size).toBe(sent.length);
  for (const { html, nonce } of sent) {
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
    expect(html.endsWith("</html>")).toBe(true);
    for (const other of sent) expect(html.includes(other.nonce)).toBe(other.nonce === nonce);
  }
});

test("a reply is on its thread's page as soon as it is stored", async ({ api }) => {
  const { thread_id, append_key } = await openThread(api);
  const address = `${api.base}/threads/${thread_id}`;
  await ask(address);
  for (let count = 0; count < 3; count += 1) {
    const text = `It helped ${word()}.`;
    await api.ok(createReply, { post_id: thread_id, append_key, outcome: "partial", text });
    expect((await ask(address)).html).toContain(text);
  }
});

test("what a cookie shows is for its owner alone", async ({ api }) => {
  const { thread_id, append_key } = await openThread(api);
  const address = `${api.base}/threads/${thread_id}`;
  const before = await ask(address);
  const own = await ask(address, { cookie: `cairn_append_key=${append_key}` });
  const after = await ask(address);
  const form = `name="outcome"`;
  expect([before, own, after].map(({ html }) => html.includes(form))).toEqual([false, true, false]);
});
