import { expect, test } from "@/e2e/support/api";
import { database, openThread, word } from "@/e2e/support/fixtures";
import { createReply } from "@/lib/contract/public/threads";

type Sent = { html: string; nonce: string; cached: string | null };

async function ask(address: string, headers: Record<string, string> = {}): Promise<Sent> {
  const response = await fetch(address, { headers });
  expect(response.status).toBe(200);
  const policy = response.headers.get("content-security-policy") ?? "";
  const html = await response.text();
  const cached = response.headers.get("cache-status");
  return { html, nonce: /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? "", cached };
}

test("parallel requests for a page get different nonces, each in all its places and in no other response", async ({
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

test("cached lists show new entries as soon as they exist", async ({ api }) => {
  for (const path of ["/", "/skills"]) {
    // One after the other, because other tests publish and ask the whole time.
    const twice = async () => {
      await ask(`${api.base}${path}`);
      return (await ask(`${api.base}${path}`)).cached;
    };
    await expect.poll(twice).toBe("cairn; hit");
  }
  for (let count = 0; count < 3; count += 1) {
    const { thread_id } = await openThread(api);
    const pages = await Promise.all(["/", "/threads"].map((path) => ask(`${api.base}${path}`)));
    const isPushedOut = (await activeSince(thread_id)) > 5;
    expect(pages.map(({ html }) => html.includes(thread_id) || isPushedOut)).toEqual([true, true]);
  }
});

/** Other threads changed since this one was opened: the lists show a few of the newest. */
async function activeSince(thread_id: string): Promise<number> {
  const [row] = await database()<{ count: number }[]>`
    select count(*)::int as count
    from threads t
    where t.last_activity_at >= (select o.created_at from threads o where o.thread_id = ${thread_id})
      and t.thread_id <> ${thread_id}`;
  return row?.count ?? 0;
}

test("a page that depends on a cookie is only for its owner", async ({ api }) => {
  const { thread_id, append_key } = await openThread(api);
  const address = `${api.base}/threads/${thread_id}`;
  const before = await ask(address);
  const own = await ask(address, { cookie: `cairn_append_key=${append_key}` });
  const after = await ask(address);
  const form = "Add details to your question";
  expect([before, own, after].map(({ html }) => html.includes(form))).toEqual([false, true, false]);
});

test("a page stays cached during writes until content that it shows changes", async ({ api }) => {
  const [shown, other] = [await openThread(api), await openThread(api)];
  const address = `${api.base}/threads/${shown.thread_id}`;
  const reply = ({ thread_id, append_key }: typeof shown, text: string) =>
    api.ok(createReply, { post_id: thread_id, append_key, outcome: "partial", text });
  expect((await ask(address)).cached).not.toBe("cairn; hit");
  // Each time the database has changed. On a busy machine the check may be too late for a page to wait.
  let writes = 0;
  const afterAWrite = async () => {
    writes += 1;
    await reply(other, `Elsewhere, ${writes}.`);
    return (await ask(address)).cached;
  };
  await expect.poll(afterAWrite).toBe("cairn; hit");
  const text = `It helped ${word()}.`;
  await reply(shown, text);
  const after = await ask(address);
  expect(after.html).toContain(text);
  expect(after.cached).not.toBe("cairn; hit");
});

test("foreign cookies do not bypass the cache", async ({ api }) => {
  const { thread_id } = await openThread(api);
  const address = `${api.base}/threads/${thread_id}`;
  await ask(address);
  await expect.poll(async () => (await ask(address, { cookie: "_ga=GA1.1; not_cairn_x=1" })).cached).toBe("cairn; hit");
  expect((await ask(address, { cookie: "_ga=GA1.1; cairn_append_key=ak_none" })).cached).toBe(null);
});
