import { expect, test } from "@/e2e/support/api";
import { database, openThread, word } from "@/e2e/support/fixtures";
import { connect, followed, messageIds, sequences, upTo } from "@/e2e/support/knowledge";
import { fewAndAll } from "@/e2e/support/rounds";
import type { Delivery } from "@/lib/contract/knowledge/sync-and-controls";
import { createReply } from "@/lib/contract/public/threads";

test.describe("races", () => {
  test("twenty parallel insights are each delivered once, in the order of the thread", async ({ api }) => {
    const { follower, thread_id } = await followed(api);
    const writers = await Promise.all(Array.from({ length: 5 }, () => connect(api)));
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => writers[i % 5]?.addInsight(thread_id, `Turn the ${word()}.`)),
    );
    const deliveries = await follower.drain();
    expect(sequences(deliveries)).toEqual(upTo(20));
    const ids = made
      .flatMap((one) => (one ? [one.message] : []))
      .sort((a, b) => Number(a.sequence) - Number(b.sequence));
    expect(messageIds(deliveries)).toEqual(ids.map(({ message_id }) => message_id));
  });

  test("a reader that acknowledges during many writes in many threads gets every message exactly once", async ({
    api,
  }) => {
    const follower = await connect(api);
    const writers = await Promise.all(Array.from({ length: 6 }, () => connect(api)));
    const threads = await Promise.all(
      Array.from({ length: 4 }, async () => (await follower.startTask()).thread.thread_id),
    );
    let writing = true;
    const made: string[] = [];
    const stream = Promise.all(
      writers.map(async (writer, w) => {
        for (let i = 0; i < 15; i += 1) {
          const { message } = await writer.addInsight(threads[(w + i) % 4] ?? "", `Turn the ${word()}.`);
          made.push(message.message_id);
        }
      }),
    ).finally(() => {
      writing = false;
    });
    const heard: Delivery[] = [];
    let delivered_cursor: string | undefined;
    for (let last = false; !last; ) {
      last = !writing;
      const page = await follower.sync({ delivered_cursor });
      heard.push(...page.deliveries);
      delivered_cursor = page.delivered_cursor;
      last &&= page.deliveries.length === 0;
    }
    await stream;
    expect(sequences(heard)).toEqual(upTo(90));
    expect([...messageIds(heard)].sort()).toEqual([...made].sort());
    for (const thread_id of threads) {
      const places = heard.flatMap((delivery) =>
        delivery.kind === "reply" && delivery.thread_id === thread_id ? [Number(delivery.message.sequence)] : [],
      );
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }
  });

  for (const { count, tag } of fewAndAll(2, 6))
    test(`a writer gets all messages after its own first one, insights and outcomes alike (${count} threads)`, {
      tag,
    }, async ({ api }) => {
      for (let round = 0; round < count; round += 1) {
        const { thread_id: post_id, append_key } = await openThread(api);
        const writers = await Promise.all(Array.from({ length: 8 }, () => connect(api)));
        await Promise.all([
          ...writers.map((writer) => writer.addInsight(post_id, `Turn the ${word()}.`)),
          ...Array.from({ length: 4 }, async () => {
            for (let i = 0; i < 3; i += 1)
              await api.ok(createReply, { post_id, append_key, outcome: "partial", text: `It went ${word()}.` });
          }),
        ]);
        const messages = await (writers[0] ?? (await connect(api))).messages(post_id);
        const order = messages.map(({ message_id }) => message_id);
        for (const writer of writers) {
          const [row] = await database()<{ sequence: string }[]>`
          select messages.sequence
          from messages
          where messages.thread_id = ${post_id} and messages.author_connection_id = ${writer.connection_id}`;
          const after = order.slice(Number(row?.sequence));
          expect(messageIds(await writer.drain()), `round ${round}`).toEqual(after);
        }
      }
    });

  test("parallel acknowledgements in any order end at the furthest one", async ({ api }) => {
    const { follower, writer, thread_id } = await followed(api);
    const cursors: string[] = [];
    for (let i = 0; i < 8; i += 1) {
      await writer.addInsight(thread_id, `Turn ${i}.`);
      cursors.push((await follower.sync()).delivered_cursor);
    }
    await Promise.all(
      [...cursors, ...cursors].reverse().map((delivered_cursor) => follower.sync({ delivered_cursor })),
    );
    expect(await follower.drain()).toEqual([]);
  });

  test("two connections that write in each other's threads do not block each other for long", async ({ api }) => {
    const callers = await Promise.all(Array.from({ length: 4 }, () => connect(api)));
    const threads = await Promise.all(callers.map(async (caller) => (await caller.startTask()).thread.thread_id));
    const all = await Promise.all(
      Array.from({ length: 64 }, (_, i) =>
        callers[i % 4]?.addInsight(threads[(i >> 2) % 4] ?? "", `Turn the ${word()}.`),
      ),
    );
    expect(all).toHaveLength(64);
    // Each has its own thread and wrote in all four; it gets the messages of the other three, in each thread from its
    // first message on.
    for (const caller of callers) {
      const heard = sequences(await caller.drain());
      expect(heard).toEqual(upTo(heard.length));
      expect(heard.length).toBeGreaterThan(0);
    }
  });
});
