import { type Api, expect, test } from "@/e2e/support/api";
import { addKey, database, openThread, question, threadsAsking, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { fewAndAll } from "@/e2e/support/rounds";
import { creation } from "@/e2e/support/submitting";
import { submitSkill } from "@/lib/contract/knowledge/submissions";
import { addInsight, startTask } from "@/lib/contract/knowledge/threads";
import { createConnection } from "@/lib/contract/public/connections";
import { search, searchPost } from "@/lib/contract/public/search";
import { createReply, listReplies } from "@/lib/contract/public/threads";

const keyed = (key: string) => ({ "idempotency-key": key });
const reply = { outcome: "partial", text: "It went so." };

test.describe("a repeated request", () => {
  for (const endpoint of [search, searchPost]) {
    test(`gets the same thread and the same append key (${endpoint.method})`, async ({ api }) => {
      const [q, key] = [question(), word()];
      const first = await api.call(endpoint, { q }, keyed(key));
      const second = await api.call(endpoint, { q }, keyed(key));
      expect(first.headers["idempotency-replayed"]).toBeUndefined();
      expect(second.headers["idempotency-replayed"]).toBe("true");
      expect(second.status).toBe(first.status);
      expect(second.ok && second.body).toEqual(first.ok && first.body);
      expect(await threadsAsking(q)).toBe(1);
      const thread = second.ok ? second.body.data.thread : null;
      await api.ok(createReply, { post_id: thread?.thread_id, append_key: thread?.append_key, ...reply });
    });
  }

  test("gets the same reply, which is stored and counted once", async ({ api }) => {
    const { thread_id: post_id, append_key } = await openThread(api);
    const key = word();
    const first = await api.ok(createReply, { post_id, append_key, ...reply }, keyed(key));
    for (let i = 0; i < 3; i += 1) {
      const again = await api.call(createReply, { post_id, append_key, ...reply }, keyed(key));
      expect([again.status, again.headers["idempotency-replayed"]]).toEqual([201, "true"]);
      expect(again.ok && again.body).toEqual(first);
    }
    expect((await api.ok(listReplies, { post_id })).data).toEqual([first.data.reply]);
    expect((await api.ok(createReply, { post_id, append_key, ...reply })).data.replies_remaining).toBe(18);
  });

  test("gets the twentieth reply again although the key is used up", async ({ api }) => {
    const { thread_id: post_id, append_key } = await openThread(api);
    for (let i = 0; i < 19; i += 1) await api.ok(createReply, { post_id, append_key, ...reply });
    const key = word();
    const last = await api.ok(createReply, { post_id, append_key, ...reply }, keyed(key));
    expect(await api.ok(createReply, { post_id, append_key, ...reply }, keyed(key))).toEqual(last);
    await api.refused(createReply, "append_key_exhausted", { post_id, append_key, ...reply }, keyed(word()));
  });

  test("gets the same connection, but never its token again", async ({ api }) => {
    const [name, key] = [word(), word()];
    const first = (await api.ok(createConnection, { name }, keyed(key))).data;
    const again = await api.call(createConnection, { name }, keyed(key));
    expect([again.status, again.headers["idempotency-replayed"]]).toEqual([201, "true"]);
    expect(again.ok && again.body.data).toEqual({ ...first, token: null, recovery_codes: null });
  });

  test("gets the same body, with fields in the same order", async ({ api }) => {
    const caller = await connect(api);
    const { thread_id, append_key } = await openThread(api);
    const posts: Array<[path: string, body: object, headers: Record<string, string>]> = [
      ["/api/v1/search", { q: question() }, {}],
      [`/api/v1/posts/${thread_id}/replies`, reply, { "x-service-append-key": append_key }],
      [startTask.path, { title: question(), opening: question(), query: "upsert many rows" }, caller.headers],
      [
        addInsight.path,
        { target: { kind: "conversation", thread_id }, body: question(), relevance: "It is about this." },
        caller.headers,
      ],
      [submitSkill.path, creation(), caller.headers],
    ];
    for (const [path, body, headers] of posts) {
      const key = word();
      const first = await api.post(path, body, { ...headers, ...keyed(key) });
      const again = await api.post(path, body, { ...headers, ...keyed(key) });
      expect([path, first.status < 300, again.headers["idempotency-replayed"]]).toEqual([path, true, "true"]);
      expect(again.text).toBe(first.text);
    }
    const q = encodeURIComponent(question());
    const key = word();
    const first = await api.get(`/api/v1/search?q=${q}`, keyed(key));
    expect((await api.get(`/api/v1/search?q=${q}`, keyed(key))).text).toBe(first.text);
  });

  test("may differ in field order and whitespace", async ({ api }) => {
    const [name, key] = [word(), word()];
    const send = (body: string) =>
      api.send("POST", "/api/v1/connections", { "content-type": "application/json", ...keyed(key) }, body);
    await send(`{"name":"${name}","homepage":"https://bots.example.org/"}`);
    const again = await send(` { "homepage" : "https:\\/\\/bots.example.org/",\n "name": "${name}" } `);
    expect(again.headers["idempotency-replayed"]).toBe("true");
  });

  test("may differ in parameter order", async ({ api }) => {
    const [q, key] = [encodeURIComponent(question()), word()];
    const first = await api.get(`/api/v1/search?q=${q}&type=skill`, keyed(key));
    const again = await api.get(`/api/v1/search?type=skill&q=${q}`, keyed(key));
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(JSON.parse(again.text)).toEqual(JSON.parse(first.text));
  });

  test("is a new request after 24 hours", async ({ api }) => {
    const [q, key] = [question(), word()];
    await api.ok(searchPost, { q }, keyed(key));
    await database()`
      update idempotency_keys
         set created_at = created_at - interval '24 hours 1 second'
       where idempotency_keys.key = ${key}`;
    const again = await api.call(searchPost, { q }, keyed(key));
    expect(again.headers["idempotency-replayed"]).toBeUndefined();
    expect(await threadsAsking(q)).toBe(2);
  });
});

test.describe("a different request with the same key", () => {
  test("is refused and has no effect", async ({ api }) => {
    const [q, other, key] = [question(), question(), word()];
    await api.ok(searchPost, { q }, keyed(key));
    await api.refused(searchPost, "idempotency_key_reused", { q: other }, keyed(key));
    expect(await threadsAsking(other)).toBe(0);
    await api.ok(search, { q }, keyed(key));
    await api.refused(search, "idempotency_key_reused", { q: other }, keyed(key));
    expect(await threadsAsking(other)).toBe(0);
  });

  test("is allowed for another method, path or principal", async ({ api }) => {
    const [q, key] = [question(), word()];
    await api.ok(searchPost, { q }, keyed(key));
    const get = await api.call(search, { q }, keyed(key));
    expect(get.headers["idempotency-replayed"]).toBeUndefined();
    expect(await threadsAsking(q)).toBe(2);

    const { thread_id: post_id, append_key } = await openThread(api);
    const second_key = await addKey(post_id);
    const first = await api.ok(createReply, { post_id, append_key, ...reply }, keyed(key));
    const second = await api.ok(
      createReply,
      { post_id, append_key: second_key, ...reply, text: "Another voice." },
      keyed(key),
    );
    expect(second.data.reply.reply_id).not.toBe(first.data.reply.reply_id);
    const elsewhere = await openThread(api);
    await api.ok(createReply, { post_id: elsewhere.thread_id, append_key: elsewhere.append_key, ...reply }, keyed(key));
  });
});

test("a refused request does not use up its key", async ({ api }) => {
  const { thread_id: post_id, append_key } = await openThread(api);
  const key = word();
  await api.refused(createReply, "validation_failed", { post_id, append_key, ...reply, text: "a > b" }, keyed(key));
  await api.refused(createReply, "unsafe_text", { post_id, append_key, ...reply, text: "hid\u200bden" }, keyed(key));
  const { data } = await api.ok(createReply, { post_id, append_key, ...reply }, keyed(key));
  expect(data.replies_remaining).toBe(19);
});

test("a stored response contains no append key", async ({ api }) => {
  const [q, key] = [question(), word()];
  const { data } = await api.ok(searchPost, { q }, keyed(key));
  const rows = await database()<{ body: string }[]>`
    select i.body::text as body
    from idempotency_keys i
    where i.key = ${key}`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.body).toContain(data.thread?.thread_id);
  expect(rows[0]?.body).not.toContain(data.thread?.append_key);
});

test.describe("a key", () => {
  const good: Record<string, string> = {
    "of one character": "!",
    "of 255 characters": word().padEnd(255, "k"),
    "that is a UUID": crypto.randomUUID(),
    "of every visible ASCII character": Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join(""),
    "in quotes": `"${word()}"`,
    "in quotes, with an escaped quote inside": `"${word()}\\"\\\\"`,
  };
  for (const [what, key] of Object.entries(good)) {
    test(`${what} is accepted`, async ({ api }) => {
      expect(
        (await api.call(createConnection, { name: "key" }, keyed(key))).headers["idempotency-replayed"] ?? "false",
      ).toMatch(/true|false/);
      expect((await api.call(createConnection, { name: "key" }, keyed(key))).headers["idempotency-replayed"]).toBe(
        "true",
      );
    });
  }

  test("is the same with and without quotes", async ({ api }) => {
    const [name, key] = [word(), word()];
    await api.ok(createConnection, { name }, keyed(key));
    expect((await api.call(createConnection, { name }, keyed(`"${key}"`))).headers["idempotency-replayed"]).toBe(
      "true",
    );
  });

  test("that is easy to guess gets a warning, unless a token or an append key identifies the caller", async ({
    api,
  }) => {
    const warning = async (
      headers: Record<string, string>,
      path = "/api/v1/search",
      body: object = { q: question() },
    ) => {
      const received = await api.post(path, body, headers);
      expect(received.status).toBeLessThan(300);
      return received.headers["idempotency-key-warning"];
    };
    const short = () => word().padEnd(15, "0");
    expect(await warning(keyed(short()))).toMatch(/^short_key;detail="[\x20\x21\x23-\x5b\x5d-\x7e]+"$/);
    expect(await warning(keyed(`"${short()}"`))).toMatch(/^short_key/);
    expect(await warning(keyed(`${short()}0`))).toBeUndefined();
    expect(await warning({})).toBeUndefined();
    const caller = await connect(api);
    const task = { title: question(), opening: question() };
    expect(await warning({ ...caller.headers, ...keyed(short()) }, startTask.path, task)).toBeUndefined();
    const { thread_id, append_key } = await openThread(api);
    const replies = `/api/v1/posts/${thread_id}/replies`;
    expect(await warning({ "x-service-append-key": append_key, ...keyed(short()) }, replies, reply)).toBeUndefined();
    const browser = await api.get(`/api/v1/search?q=${encodeURIComponent(question())}`, keyed(short()));
    expect(browser.headers["access-control-expose-headers"]).toContain("Idempotency-Key-Warning");
  });

  const bad: Record<string, string> = {
    "that is empty": "",
    "that is empty in quotes": '""',
    "of 256 characters": "k".repeat(256),
    "of 256 characters in quotes": `"${"k".repeat(256)}"`,
    "with a space": "two words",
    "with a tab": "two\twords",
    "with non-ASCII characters": "schlüssel",
    "that is sent twice": "one, two",
  };
  for (const [what, key] of Object.entries(bad)) {
    test(`${what} is 400 and has no effect`, async ({ api }) => {
      const q = question();
      await api.refused(searchPost, "invalid_idempotency_key", { q }, keyed(key));
      await api.refused(search, "invalid_idempotency_key", { q }, keyed(key));
      expect(await threadsAsking(q)).toBe(0);
    });
  }
});

test.describe("parallel requests", () => {
  /** Repeats the request until it is no longer in flight elsewhere, and counts the results. */
  async function insist(api: Api, q: string, key: string): Promise<{ thread_id: string; replayed: boolean }> {
    for (;;) {
      const called = await api.call(searchPost, { q }, keyed(key));
      if (called.ok) {
        return {
          thread_id: called.body.data.thread?.thread_id ?? "",
          replayed: called.headers["idempotency-replayed"] === "true",
        };
      }
      expect(["idempotency_in_flight", "unavailable"]).toContain(called.problem.code);
      expect(called.headers["retry-after"]).toMatch(/^\d+$/);
    }
  }

  test("with one key have one effect: one request succeeds, and the others get its response or a 409", async ({
    api,
  }) => {
    const [q, key] = [question(), word()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => insist(api, q, key)));
    expect(new Set(answers.map(({ thread_id }) => thread_id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await threadsAsking(q)).toBe(1);
  });

  for (const { count, tag } of fewAndAll(20, 100))
    test(`with ${count} keys, five times each, have ${count} effects`, { tag }, async ({ api }) => {
      const asked = Array.from({ length: count }, () => ({ q: question(), key: word() }));
      const fiveTimes = Array.from({ length: 5 }, () => asked).flat();
      const answers = await Promise.all(fiveTimes.map(async ({ q, key }) => ({ q, ...(await insist(api, q, key)) })));
      expect(new Set(answers.map(({ thread_id }) => thread_id)).size).toBe(count);
      expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(count);
      for (const { q } of asked)
        expect(new Set(answers.filter((answer) => answer.q === q).map(({ thread_id }) => thread_id)).size).toBe(1);
      const [row] = await database()<{ count: number }[]>`
      select count(*)::int as count
      from threads
      where threads.title = any(${asked.map(({ q }) => q)})`;
      expect(row?.count).toBe(count);
    });
});
