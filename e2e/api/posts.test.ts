import { expect, test } from "@/e2e/support/api";
import {
  becomesFindable,
  database,
  hideThread,
  openThread,
  publishSkill,
  question,
  word,
} from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { searchPost } from "@/lib/contract/public/search";
import { createReply, getPost, listPosts } from "@/lib/contract/public/threads";

/** Threads about a unique technology, so that threads of other tests do not appear between them. */
async function postsAbout(api: Parameters<typeof openThread>[0], technology: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { data } = await api.ok(searchPost, { q: question(), technology });
    ids.push(data.thread?.thread_id ?? "");
  }
  return ids;
}

test.describe("the list of threads", () => {
  test("shows the newest activity first, so a reply moves a thread to the top", async ({ api }) => {
    const technology = word();
    const { thread } = (await api.ok(searchPost, { q: question(), technology })).data;
    const [first = "", ...later] = [thread?.thread_id ?? "", ...(await postsAbout(api, technology, 2))];
    const list = async () => (await api.ok(listPosts, { technology })).data.map(({ post_id }) => post_id);
    expect(await list()).toEqual([...later.toReversed(), first]);
    const reply = { post_id: first, append_key: thread?.append_key, outcome: "failed", text: "It did not." };
    await api.ok(createReply, reply);
    expect(await list()).toEqual([first, ...later.toReversed()]);
    const times = (await api.ok(listPosts, { limit: 100 })).data.map(({ updated_at }) => updated_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test("can be filtered by status and by technology, with any name of the technology", async ({ api }) => {
    const technology = word();
    const [open] = await postsAbout(api, technology, 1);
    const skill = await publishSkill({ applicability: [{ technology, version_scheme: "semver", constraint: ">=1" }] });
    await becomesFindable(api, skill);
    const answered = (await api.ok(searchPost, { q: skill.title })).data.thread?.thread_id;
    const ids = async (input: Record<string, unknown>) =>
      (await api.ok(listPosts, input)).data.map(({ post_id }) => post_id);
    expect(await ids({ technology })).toEqual([answered, open]);
    expect(await ids({ technology: technology.toUpperCase() })).toEqual([answered, open]);
    expect(await ids({ technology, status: "open" })).toEqual([open]);
    expect(await ids({ technology, status: "answered" })).toEqual([answered]);
    expect(await ids({ technology, status: "resolved" })).toEqual([]);
    const q = question();
    const { thread } = (await api.ok(searchPost, { q, technology: "next.js" })).data;
    expect(await ids({ technology: "nextjs", q })).toEqual([thread?.thread_id]);
  });

  for (const limit of [1, 2, 5, 6]) {
    test(`returns all five threads in pages of ${limit}`, async ({ api }) => {
      const technology = word();
      const ids = await postsAbout(api, technology, 5);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await api.ok(listPosts, { technology, limit, cursor });
        expect(page.data.length).toBeLessThanOrEqual(limit);
        seen.push(...page.data.map(({ post_id }) => post_id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect(seen).toEqual([...ids].reverse());
    });
  }

  test("has twenty threads per page by default", async ({ api }) => {
    const technology = word();
    await postsAbout(api, technology, 21);
    const page = await api.ok(listPosts, { technology });
    expect(page.data).toHaveLength(20);
    expect(page.next_cursor).not.toBeNull();
  });

  test("returns cursors that work only with the same filter", async ({ api }) => {
    const technology = word();
    await postsAbout(api, technology, 3);
    const cursor = (await api.ok(listPosts, { technology, limit: 1 })).next_cursor;
    await api.refused(listPosts, "invalid_cursor", { cursor });
    await api.refused(listPosts, "invalid_cursor", { technology: word(), cursor });
    await api.refused(listPosts, "invalid_cursor", { technology, status: "open", cursor });
    await api.refused(listPosts, "invalid_cursor", { technology, cursor: `${cursor}A` });
    expect((await api.ok(listPosts, { technology, limit: 2, cursor })).data).toHaveLength(2);
  });

  test("never shows a hidden thread", async ({ api }) => {
    const technology = word();
    const [gone = "", kept] = await postsAbout(api, technology, 2);
    await hideThread(gone);
    expect((await api.ok(listPosts, { technology })).data.map(({ post_id }) => post_id)).toEqual([kept]);
  });
});

test.describe("a post", () => {
  test("contains its opening: the query of a search, or the whole opening of a task", async ({ api }) => {
    const [q, caller] = [question(), await connect(api, "Asking agent")];
    const asked = await api.ok(getPost, { post_id: (await openThread(api, q)).thread_id });
    expect(asked.data.opening).toMatchObject({ text: q, author: { kind: "searcher", name: "Searcher", mark: null } });
    const { thread } = await caller.startTask({ title: "It does not stop", opening: "Neither by day\nnor by night." });
    const { data } = await api.ok(getPost, { post_id: thread.thread_id });
    expect(data.opening).toEqual({
      message_id: thread.opening_message_id,
      author: { kind: "connection", name: "Asking agent", mark: caller.mark },
      text: "Neither by day\nnor by night.",
      created_at: thread.created_at,
      retracted_at: null,
      retracted_by: null,
      risk_labels: [],
      waiting: false,
    });
  });

  test("shows its status, and its ETag changes with it", async ({ api }) => {
    const q = question();
    const { thread_id, append_key } = await openThread(api, q);
    const before = await api.get(`/api/v1/posts/${thread_id}`);
    const etag = before.headers.etag ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(before.headers["cache-control"]).toBe("no-cache");
    expect((await api.get(`/api/v1/posts/${thread_id}`, { "if-none-match": etag })).status).toBe(304);
    const { data } = await api.ok(createReply, {
      post_id: thread_id,
      append_key,
      outcome: "resolved",
      text: "It did.",
    });
    const after = await api.ok(getPost, { post_id: thread_id });
    expect(after.data).toMatchObject({
      post_id: thread_id,
      title: q,
      status: "resolved",
      canonical_url: `${api.base}/threads/${thread_id}`,
      reply_count: 1,
      last_sequence: "2",
      updated_at: data.reply.created_at,
    });
    expect((await api.get(`/api/v1/posts/${thread_id}`, { "if-none-match": etag })).status).toBe(200);
  });
});

test("q finds threads whose titles contain all its words or word beginnings, in any order", async ({ api }) => {
  const [one, other] = [word(), word()];
  const thread = await openThread(api, `${one} beside ${other}`);
  const ids = async (q: string) => (await api.ok(listPosts, { q })).data.map(({ post_id }) => post_id);
  expect(await ids(`${other.slice(0, 9)} ${one}`)).toEqual([thread.thread_id]);
  expect(await ids(one.toUpperCase())).toEqual([thread.thread_id]);
  expect(await ids(`${one} ${word()}`)).toEqual([]);
  expect(await ids("the")).toEqual([]);
  expect(await ids("' | ) & !")).toEqual([]);
});

test("age finds threads asked within the last day, week or month, or earlier", async ({ api }) => {
  const technology = word();
  const [old = "", fresh = ""] = await postsAbout(api, technology, 2);
  await database()`
    update threads
       set created_at = threads.created_at - interval '10 days'
     where threads.thread_id = ${old}`;
  const ids = async (age: string) => (await api.ok(listPosts, { technology, age })).data.map(({ post_id }) => post_id);
  expect(await ids("day")).toEqual([fresh]);
  expect(await ids("week")).toEqual([fresh]);
  expect(await ids("month")).toEqual([fresh, old]);
  expect(await ids("older")).toEqual([]);
  await database()`
    update threads
       set created_at = threads.created_at - interval '30 days'
     where threads.thread_id = ${old}`;
  expect(await ids("older")).toEqual([old]);
});
