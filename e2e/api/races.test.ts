import { Api, expect, test } from "@/e2e/support/api";
import { addKey, openThread, word } from "@/e2e/support/fixtures";
import { fewAndAll } from "@/e2e/support/rounds";
import { createReply, getPost, listReplies } from "@/lib/contract/public/threads";

type Attempt = { code: "stored"; remaining: number; sequence: string } | { code: string };

/** One attempt to reply. If the server sheds load, the attempt is repeated with the same Idempotency-Key. */
async function attempt(api: Api, post_id: string, append_key: string, text: string): Promise<Attempt> {
  const key = { "idempotency-key": word() };
  for (;;) {
    const called = await api.call(createReply, { post_id, append_key, outcome: "partial", text }, key);
    if (called.ok) {
      const { replies_remaining: remaining, reply } = called.body.data;
      return { code: "stored", remaining, sequence: reply.sequence };
    }
    const { code } = called.problem;
    if (code !== "unavailable" && code !== "idempotency_in_flight") return { code };
  }
}

const stored = (attempts: Attempt[]) => attempts.filter((one) => one.code === "stored" && "remaining" in one);
const countdown = Array.from({ length: 20 }, (_, i) => i);

test.describe("an append key permits twenty replies", () => {
  for (const { count, tag } of fewAndAll(100, 500))
    test(`for ${count} parallel attempts: twenty are stored with distinct sequences, the rest are refused`, {
      tag,
    }, async ({ baseURL }) => {
      const api = new Api(baseURL ?? "", { sockets: 100, patient: true });
      const { thread_id: post_id, append_key } = await openThread(api);
      const attempts = await Promise.all(
        Array.from({ length: count }, (_, i) => attempt(api, post_id, append_key, `Attempt ${i}.`)),
      );
      const kept = stored(attempts);
      expect(kept).toHaveLength(20);
      expect(attempts.filter(({ code }) => code === "append_key_exhausted")).toHaveLength(count - 20);
      expect(kept.map((one) => ("remaining" in one ? one.remaining : -1)).sort((a, b) => a - b)).toEqual(countdown);
      expect(new Set(kept.map((one) => ("sequence" in one ? one.sequence : ""))).size).toBe(20);
      const { data } = await api.ok(listReplies, { post_id });
      expect(data.map(({ sequence }) => sequence)).toEqual(countdown.map((i) => String(i + 2)));
      expect((await api.ok(getPost, { post_id })).data).toMatchObject({ reply_count: 20, last_sequence: "21" });
      api.close();
    });

  test("for each of ten keys of ten threads, all in parallel", async ({ api }) => {
    const threads = await Promise.all(Array.from({ length: 10 }, () => openThread(api)));
    const tries = Array.from({ length: 30 }, () => threads).flat();
    await Promise.all(tries.map(({ thread_id, append_key }) => attempt(api, thread_id, append_key, "At once.")));
    for (const { thread_id: post_id } of threads) {
      expect((await api.ok(listReplies, { post_id })).data).toHaveLength(20);
    }
  });

  test("for each of five keys of one thread, all in parallel", async ({ api }) => {
    const { thread_id: post_id, append_key } = await openThread(api);
    const keys = [append_key, ...(await Promise.all(Array.from({ length: 4 }, () => addKey(post_id))))];
    const attempts = await Promise.all(
      Array.from({ length: 30 }, () => keys).flatMap((list) =>
        list.map(async (key) => ({ key, ...(await attempt(api, post_id, key, "At once.")) })),
      ),
    );
    for (const key of keys) expect(stored(attempts.filter((one) => one.key === key))).toHaveLength(20);
    const { data, next_cursor } = await api.ok(listReplies, { post_id });
    expect([data.length, next_cursor]).toEqual([100, null]);
    expect(data.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 100 }, (_, i) => String(i + 2)));
  });
});
