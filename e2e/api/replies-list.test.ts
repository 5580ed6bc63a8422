import { type Api, expect, test } from "@/e2e/support/api";
import { addInsight, hideMessage, hideThread, openThread } from "@/e2e/support/fixtures";
import { createConnection } from "@/lib/contract/public/connections";
import type { Reply } from "@/lib/contract/public/resources";
import { createReply, getPost, listReplies } from "@/lib/contract/public/threads";

type Post = { post_id: string; append_key: string };

async function reply(api: Api, post: Post, text = "It went so."): Promise<Reply> {
  return (await api.ok(createReply, { ...post, outcome: "partial", text })).data.reply;
}

async function postWith(api: Api, replies: number): Promise<{ post: Post; replies: Reply[] }> {
  const { thread_id: post_id, append_key } = await openThread(api);
  const post = { post_id, append_key };
  const made: Reply[] = [];
  for (let i = 0; i < replies; i += 1) made.push(await reply(api, post, `Reply number ${i + 1}.`));
  return { post, replies: made };
}

test.describe("the list of replies", () => {
  test("of a post without replies is empty and ends", async ({ api }) => {
    const { post_id } = (await postWith(api, 0)).post;
    expect(await api.ok(listReplies, { post_id })).toEqual({ data: [], next_cursor: null });
  });

  test("contains every visible reply once, by sequence, without the question", async ({ api }) => {
    const { post, replies } = await postWith(api, 5);
    const { data } = await api.ok(listReplies, { post_id: post.post_id });
    expect(data).toEqual(replies);
    expect(data.map(({ sequence }) => sequence)).toEqual(["2", "3", "4", "5", "6"]);
  });

  test("shows an insight with its author, its relevance and the message it replies to", async ({ api }) => {
    const { post, replies } = await postWith(api, 1);
    const { connection_id, name } = (await api.ok(createConnection, { name: "paused agent" })).data;
    const reply_to = replies[0]?.reply_id ?? "";
    await addInsight(post.post_id, {
      connection_id,
      body: "Turn it off first.",
      relevance: "It is the same fault.",
      reply_to,
    });
    const { data } = await api.ok(listReplies, { post_id: post.post_id });
    expect(data[1]).toMatchObject({
      kind: "insight",
      author: { kind: "connection", name },
      text: "Turn it off first.",
      relevance: "It is the same fault.",
      reply_to,
      outcome: null,
    });
  });

  test("is the same on repeated reads, and contains a new reply as soon as it is stored", async ({ api }) => {
    const { post, replies } = await postWith(api, 2);
    const { post_id } = post;
    const { headers, ...first } = await api.call(listReplies, { post_id });
    const { headers: later, ...again } = await api.call(listReplies, { post_id });
    expect([again, later.etag]).toEqual([first, headers.etag]);
    const next = await reply(api, post);
    expect((await api.ok(listReplies, { post_id })).data).toEqual([...replies, next]);
  });

  test("omits hidden replies and never reuses their sequence", async ({ api }) => {
    const { post, replies } = await postWith(api, 3);
    await hideMessage(replies[1]?.reply_id ?? "");
    const next = await reply(api, post);
    expect(next.sequence).toBe("5");
    const { data } = await api.ok(listReplies, { post_id: post.post_id });
    expect(data.map(({ sequence }) => sequence)).toEqual(["2", "4", "5"]);
    expect((await api.ok(getPost, { post_id: post.post_id })).data).toMatchObject({
      reply_count: 3,
      last_sequence: "5",
    });
  });

  test("of a hidden thread is not found", async ({ api }) => {
    const { post } = await postWith(api, 1);
    await hideThread(post.post_id);
    await api.refused(listReplies, "not_found", { post_id: post.post_id });
    await api.refused(getPost, "not_found", { post_id: post.post_id });
  });
});

test.describe("since", () => {
  test("is inclusive, so clients can send back the time of a response unchanged", async ({ api }) => {
    const { post, replies } = await postWith(api, 4);
    const { post_id } = post;
    for (const [index, { created_at: since }] of replies.entries()) {
      const { data } = await api.ok(listReplies, { post_id, since });
      const expected = replies.filter(({ created_at }) => created_at >= since);
      expect(data).toEqual(expected);
      expect(data.map(({ reply_id }) => reply_id)).toContain(replies[index]?.reply_id);
    }
  });

  test("may be before or after all replies", async ({ api }) => {
    const { post, replies } = await postWith(api, 2);
    const { post_id } = post;
    for (const since of [
      "0000-01-01T00:00:00Z",
      "0001-01-01T00:00:00+14:00",
      "1970-01-01T00:00:00Z",
      "2000-02-29T23:59:60Z",
    ]) {
      expect((await api.ok(listReplies, { post_id, since })).data).toEqual(replies);
    }
    for (const since of ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59-12:00"]) {
      expect((await api.ok(listReplies, { post_id, since })).data).toEqual([]);
    }
  });

  test("may have any offset and any precision", async ({ api }) => {
    const { post, replies } = await postWith(api, 2);
    const { post_id } = post;
    const at = replies[1]?.created_at ?? "";
    const ms = Date.parse(at);
    const shifted = (minutes: number) => new Date(ms + minutes * 60_000).toISOString().slice(0, -1);
    const last = replies.filter(({ created_at }) => created_at >= at);
    for (const since of [
      `${shifted(330)}+05:30`,
      `${shifted(-480)}-08:00`,
      `${shifted(0)}-00:00`,
      `${shifted(0)}000000Z`,
      at.toLowerCase(),
    ]) {
      expect((await api.ok(listReplies, { post_id, since })).data, since).toEqual(last);
    }
    const later = replies.filter(({ created_at }) => created_at > at);
    expect((await api.ok(listReplies, { post_id, since: `${shifted(0)}001Z` })).data, "a microsecond later").toEqual(
      later,
    );
    const unescaped = await api.get(`/api/v1/posts/${post_id}/replies?since=${shifted(330)}+05:30`);
    expect(listReplies.output.parse(JSON.parse(unescaped.text)).data, "a plus that was not escaped").toEqual(last);
  });

  const wrong = [
    "2026-02-30T00:00:00Z",
    "2025-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-01-32T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:61Z",
    "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00+00:60",
    "2026-01-01T00:00Z",
    "2026-01-01T00:00:00.Z",
    "2026-01-01",
    "1763712000",
    "now",
    "",
  ];
  for (const since of wrong) {
    test(`${JSON.stringify(since)} is not a valid time`, async ({ api }) => {
      const { post_id } = (await postWith(api, 0)).post;
      const problem = await api.refused(listReplies, "validation_failed", { post_id, since });
      expect(problem.errors).toEqual([expect.objectContaining({ parameter: "since", code: "invalid_format" })]);
    });
  }
});

test.describe("an idle poll", () => {
  test("is a 304 without a body until something visible changes", async ({ api }) => {
    const { post, replies } = await postWith(api, 2);
    const path = `/api/v1/posts/${post.post_id}/replies?limit=50`;
    const first = await api.get(path);
    const etag = first.headers.etag ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(first.headers["cache-control"]).toBe("no-cache");
    const again = (tag: string) => api.get(path, { "if-none-match": tag });
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const idle = await again(tag);
      expect([idle.status, idle.text, idle.headers.etag], tag).toEqual([304, "", etag]);
    }
    expect((await again('"other"')).status).toBe(200);
    await reply(api, post);
    const changed = await again(etag);
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
    await hideMessage(replies[0]?.reply_id ?? "");
    expect((await again(changed.headers.etag ?? "")).status).toBe(200);
  });

  test("has a different ETag for another page or another since", async ({ api }) => {
    const { post, replies } = await postWith(api, 3);
    const path = `/api/v1/posts/${post.post_id}/replies`;
    const queries = [
      "",
      "?limit=1",
      "?limit=2",
      `?since=${replies[1]?.created_at}`,
      `?since=${replies[2]?.created_at}&limit=1`,
    ];
    const tags = await Promise.all(queries.map(async (query) => (await api.get(path + query)).headers.etag));
    expect(new Set(tags).size).toBe(queries.length);
  });

  test("with a forged cursor or in a hidden thread is refused, whatever its ETag", async ({ api }) => {
    const { post } = await postWith(api, 1);
    const path = `/api/v1/posts/${post.post_id}/replies`;
    const etag = (await api.get(path)).headers.etag ?? "";
    expect((await api.get(`${path}?cursor=forged`, { "if-none-match": "*" })).status).toBe(400);
    await hideThread(post.post_id);
    expect((await api.get(path, { "if-none-match": etag })).status).toBe(404);
  });
});

test("polls of many threads at once are each answered for their own thread", async ({ api }) => {
  const posts = await Promise.all(Array.from({ length: 12 }, () => postWith(api, 1)));
  const ids = posts.map(({ post }) => post.post_id);
  const at = (post_id: string) => `/api/v1/posts/${post_id}/replies`;
  const etags = new Map<string, string>();
  for (const id of ids) etags.set(id, String((await api.get(at(id))).headers.etag));
  const [hidden = "", answered = ""] = ids;
  await hideThread(hidden);
  await reply(api, posts[1]?.post ?? { post_id: "", append_key: "" });
  const unknown = `${hidden.slice(0, -4)}AAAA`;
  const polls = [...ids, unknown, ...ids].map(async (id) => {
    const { status } = await api.get(at(id), { "if-none-match": etags.get(id) ?? '"none"' });
    return [id, status] as const;
  });
  for (const [id, status] of await Promise.all(polls))
    expect(status).toBe(id === hidden || id === unknown ? 404 : id === answered ? 200 : 304);
});
