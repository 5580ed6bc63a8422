import { setTimeout as stall } from "node:timers/promises";
import { chance } from "@/e2e/samples/chance";
import { type Api, expect, test } from "@/e2e/support/api";
import { addKey, database, openThread, word } from "@/e2e/support/fixtures";
import { propertySeed } from "@/e2e/support/rounds";
import type { Reply } from "@/lib/contract/public/resources";
import { createReply, listReplies } from "@/lib/contract/public/threads";

/** Replies that one key permits. */
const REPLIES_PER_KEY = 20;
const STALL_MS_MAX = 20;
const roll = chance(propertySeed());

/**
 * Writes until done. Between two replies a writer stalls for a random time, so commits happen out of order.
 * Unacknowledged writes are repeated with the same Idempotency-Key.
 */
async function writer(api: Api, post_id: string, keys: string[], replies: number, stored: Set<string>): Promise<void> {
  for (let i = 0, key = word(); i < replies; ) {
    const reply = {
      post_id,
      append_key: keys[Math.floor(i / REPLIES_PER_KEY)],
      outcome: "partial",
      text: `Reply ${i}.`,
    };
    const called = await api.call(createReply, reply, { "idempotency-key": key });
    if (called.ok) {
      stored.add(called.body.data.reply.reply_id);
      i += 1;
      key = word();
    } else expect(["unavailable", "idempotency_in_flight"]).toContain(called.problem.code);
    await stall(roll.number(STALL_MS_MAX));
  }
}

/** A transaction that takes its place in the thread and commits much later, as a slow writer would. */
async function slowWriter(post_id: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await database().begin(async (sql) => {
      await sql`
        update threads
           set revision = revision + 1
         where threads.thread_id = ${post_id}`;
      await stall(roll.number(STALL_MS_MAX));
    });
    await stall(STALL_MS_MAX);
  }
}

/** Reads one page. A server that sheds load says so; the same page is then requested again. */
async function readPage(api: Api, input: Record<string, unknown>) {
  for (;;) {
    const called = await api.call(listReplies, input);
    if (called.ok) return called.body;
    expect(called.problem.code).toBe("unavailable");
  }
}

/** A client that follows the polling rules exactly and keeps only the state they mention. */
async function poller(api: Api, post_id: string, limit: number, isOver: () => boolean): Promise<Reply[]> {
  const handled: Reply[] = [];
  let since: string | undefined;
  let boundary = new Set<string>();
  for (let last = false; !last; ) {
    last = isOver();
    let cursor: string | undefined;
    const asked = since;
    do {
      const page = await readPage(api, { post_id, since: asked, limit, cursor });
      for (const reply of page.data) {
        if (boundary.has(reply.reply_id)) continue;
        handled.push(reply);
        if (reply.created_at !== since) boundary = new Set();
        boundary.add(reply.reply_id);
        since = reply.created_at;
      }
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    // Without a pause the pollers would take the processor from the writers.
    await stall(roll.number(STALL_MS_MAX));
  }
  return handled;
}

for (const { writers: count, replies, tag } of [
  { writers: 5, replies: 20, tag: [] },
  { writers: 20, replies: 50, tag: ["@slow"] },
])
  test(`pollers that follow the rules get each of ${replies} replies of ${count} writers exactly once`, {
    tag,
  }, async ({ api }) => {
    const { thread_id: post_id } = await openThread(api);
    const keys = await Promise.all(Array.from({ length: count * 3 }, () => addKey(post_id)));
    const stored = new Set<string>();
    let over = false;
    const pollers = [1, 7, 100].map((limit) => poller(api, post_id, limit === 1 ? 20 : limit, () => over));
    const slow = slowWriter(post_id, () => over);
    const writers = Array.from({ length: count }, (_, i) =>
      writer(api, post_id, keys.slice(i * 3, i * 3 + 3), replies, stored),
    );
    await Promise.all(writers);
    over = true;
    await slow;
    expect(stored.size).toBe(count * replies);
    for (const handled of await Promise.all(pollers)) {
      const ids = handled.map(({ reply_id }) => reply_id);
      expect(ids.length - new Set(ids).size, "seen twice").toBe(0);
      expect(
        [...stored].filter((id) => !ids.includes(id)),
        "missed",
      ).toEqual([]);
      const sequences = handled.map(({ sequence }) => Number(sequence));
      expect(sequences).toEqual(Array.from(sequences, (_, i) => i + 2));
      const times = handled.map(({ created_at }) => created_at);
      expect(times).toEqual([...times].sort());
    }
  });
