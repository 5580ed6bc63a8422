import { type Api, expect, test } from "@/e2e/support/api";
import { addKey, openThread } from "@/e2e/support/fixtures";
import type { Reply } from "@/lib/contract/public/resources";
import { createReply, listReplies } from "@/lib/contract/public/threads";

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

test.describe("pages", () => {
  for (const limit of [1, 2, 3, 6, 7]) {
    test(`of ${limit} return all six replies, and the last page ends`, async ({ api }) => {
      const { post, replies } = await postWith(api, 6);
      const seen: Reply[] = [];
      let cursor: string | undefined;
      for (let page = 1; ; page += 1) {
        const { data, next_cursor } = await api.ok(listReplies, { post_id: post.post_id, limit, cursor });
        seen.push(...data);
        expect(next_cursor === null, `page ${page}`).toBe(page === Math.ceil(6 / limit));
        if (next_cursor === null) break;
        cursor = next_cursor;
      }
      expect(seen).toEqual(replies);
    });
  }

  test("have a hundred replies by default and at most", async ({ api }) => {
    const { thread_id: post_id, append_key } = await openThread(api);
    const keys = [append_key, ...(await Promise.all(Array.from({ length: 5 }, () => addKey(post_id))))];
    for (let i = 0; i < 101; i += 1) await reply(api, { post_id, append_key: keys[i % keys.length] ?? "" });
    const first = await api.ok(listReplies, { post_id });
    expect(first.data).toHaveLength(100);
    const second = await api.ok(listReplies, { post_id, cursor: first.next_cursor });
    expect(second.data).toHaveLength(1);
    expect(second.next_cursor).toBeNull();
    await api.refused(listReplies, "validation_failed", { post_id, limit: 101 });
  });

  test("continue with the same since, with another size if requested", async ({ api }) => {
    const { post, replies } = await postWith(api, 5);
    const since = replies[1]?.created_at ?? "";
    const expected = replies.filter(({ created_at }) => created_at >= since);
    const first = await api.ok(listReplies, { post_id: post.post_id, since, limit: 1 });
    const rest = await api.ok(listReplies, { post_id: post.post_id, since, limit: 100, cursor: first.next_cursor });
    expect([...first.data, ...rest.data]).toEqual(expected);
    const offset = since.replace("Z", "+00:00");
    const same = await api.ok(listReplies, { post_id: post.post_id, since: offset, cursor: first.next_cursor });
    expect(same.data, "the same instant, written in another way").toEqual(rest.data);
  });

  test("read during writes miss no reply and repeat none", async ({ api }) => {
    const { post, replies } = await postWith(api, 3);
    const first = await api.ok(listReplies, { post_id: post.post_id, limit: 2 });
    const more = [await reply(api, post), await reply(api, post)];
    const rest = await api.ok(listReplies, { post_id: post.post_id, cursor: first.next_cursor });
    expect([...first.data, ...rest.data]).toEqual([...replies, ...more]);
  });
});

test.describe("a cursor", () => {
  test("works only for its own post, since and endpoint", async ({ api }) => {
    const { post, replies } = await postWith(api, 3);
    const { post_id } = post;
    const other = (await postWith(api, 3)).post.post_id;
    const since = replies[0]?.created_at;
    const plain = (await api.ok(listReplies, { post_id, limit: 1 })).next_cursor;
    const timed = (await api.ok(listReplies, { post_id, since, limit: 1 })).next_cursor;
    await api.refused(listReplies, "invalid_cursor", { post_id: other, cursor: plain });
    await api.refused(listReplies, "invalid_cursor", { post_id, cursor: plain, since });
    await api.refused(listReplies, "invalid_cursor", { post_id, cursor: timed });
    await api.refused(listReplies, "invalid_cursor", { post_id, cursor: timed, since: "2020-01-01T00:00:00Z" });
    expect((await api.get(`/api/v1/posts?cursor=${plain}`)).status).toBe(400);
    expect((await api.get(`/api/v1/skills?cursor=${plain}`)).status).toBe(400);
  });

  test("is refused after a change of any character", async ({ api }) => {
    const { post_id } = (await postWith(api, 2)).post;
    const cursor = (await api.ok(listReplies, { post_id, limit: 1 })).next_cursor ?? "";
    expect(cursor.length).toBeLessThanOrEqual(2_048);
    for (let i = 0; i < cursor.length; i += 1) {
      const changed = `${cursor.slice(0, i)}${cursor[i] === "A" ? "B" : "A"}${cursor.slice(i + 1)}`;
      await api.refused(listReplies, "invalid_cursor", { post_id, cursor: changed });
    }
    for (const changed of [
      `${cursor}A`,
      `${cursor}=`,
      cursor.slice(1),
      cursor.slice(0, -1),
      "x",
      "a".repeat(2_048),
      "ä",
      " ",
    ]) {
      await api.refused(listReplies, "invalid_cursor", { post_id, cursor: changed });
    }
  });
});
