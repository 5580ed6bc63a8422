import { expect, test } from "@/e2e/support/api";
import { hideMessage, openThread, word } from "@/e2e/support/fixtures";
import {
  addOperation,
  connect,
  finishOperation,
  followed,
  MADE,
  messageIds,
  sequences,
  upTo,
} from "@/e2e/support/knowledge";
import { createReply } from "@/lib/contract/public/threads";

test.describe("deliveries", () => {
  test("repeat the replies of others in the same order until they are acknowledged", async ({ api }) => {
    const { follower, writer, thread_id } = await followed(api);
    const made = [];
    for (let i = 0; i < 3; i += 1) made.push((await writer.addInsight(thread_id, `Turn ${i}.`)).message);
    const first = await follower.sync();
    expect(first.deliveries).toEqual(
      made.map((message, i) => ({
        sequence: String(i + 1),
        kind: "reply",
        created_at: first.deliveries[i]?.created_at,
        thread_id,
        message,
      })),
    );
    expect(first.has_more).toBe(false);
    expect(await follower.sync(), "the same request, the same answer").toEqual(first);
    const acknowledged = await follower.sync({ delivered_cursor: first.delivered_cursor });
    expect(acknowledged.deliveries).toEqual([]);
    expect(await follower.sync({ delivered_cursor: first.delivered_cursor })).toEqual(acknowledged);
    expect((await follower.sync()).deliveries, "acknowledged once is acknowledged").toEqual([]);
    const { message } = await writer.addInsight(thread_id, "Turn on.");
    expect(messageIds((await follower.sync()).deliveries)).toEqual([message.message_id]);
  });

  test("never move back: an older cursor repeats nothing", async ({ api }) => {
    const { follower, writer, thread_id } = await followed(api);
    const empty = await follower.sync();
    await writer.addInsight(thread_id, "One.");
    const one = await follower.sync();
    await writer.addInsight(thread_id, "Two.");
    const two = await follower.sync();
    expect(sequences(two.deliveries)).toEqual([1, 2]);
    await follower.sync({ delivered_cursor: two.delivered_cursor });
    for (const { delivered_cursor } of [one, empty, two])
      expect(await follower.sync({ delivered_cursor })).toMatchObject({ deliveries: [], has_more: false });
    const { message } = await writer.addInsight(thread_id, "Three.");
    expect(messageIds((await follower.sync({ delivered_cursor: one.delivered_cursor })).deliveries)).toEqual([
      message.message_id,
    ]);
  });

  test("may be acknowledged in part, and the rest is delivered again", async ({ api }) => {
    const { follower, writer, thread_id } = await followed(api);
    await writer.addInsight(thread_id, "One.");
    const { delivered_cursor } = await follower.sync();
    const { message } = await writer.addInsight(thread_id, "Two.");
    expect(sequences((await follower.sync()).deliveries)).toEqual([1, 2]);
    expect(messageIds((await follower.sync({ delivered_cursor })).deliveries)).toEqual([message.message_id]);
    expect(messageIds((await follower.sync({ delivered_cursor })).deliveries)).toEqual([message.message_id]);
  });

  test("contain the messages of others, but not the connection's own, in every thread it wrote in", async ({ api }) => {
    const [one, two] = await Promise.all([connect(api), connect(api)]);
    const { thread_id } = await openThread(api);
    const { message: byOne } = await one.addInsight(thread_id, "One was here.");
    const { message: byTwo } = await two.addInsight(thread_id, "Two was here.");
    const { message: again } = await one.addInsight(thread_id, "One again.");
    expect(messageIds(await one.drain())).toEqual([byTwo.message_id]);
    expect(messageIds(await two.drain()), "from its own first word on").toEqual([again.message_id]);
    expect(byOne.sequence).toBe("2");
  });

  test("include a searcher's outcomes for every connection that wrote in the thread", async ({ api }) => {
    const caller = await connect(api);
    const { thread_id: post_id, append_key } = await openThread(api);
    await caller.addInsight(post_id, "Turn it to the left.");
    const { data } = await api.ok(createReply, { post_id, append_key, outcome: "resolved", text: "It stopped." });
    const [delivery] = await caller.drain();
    expect(delivery).toMatchObject({
      kind: "reply",
      thread_id: post_id,
      message: {
        message_id: data.reply.reply_id,
        sequence: data.reply.sequence,
        kind: "outcome",
        author: { kind: "searcher" },
        body: "It stopped.",
        outcome: "resolved",
      },
    });
  });

  test("exclude threads that the connection only read", async ({ api }) => {
    const { writer, thread_id } = await followed(api);
    const reader = await connect(api);
    await reader.messages(thread_id);
    await writer.addInsight(thread_id, "Turn it.");
    expect(await reader.drain()).toEqual([]);
  });

  test("skip a message hidden in the meantime and continue with the next", async ({ api }) => {
    const { follower, writer, thread_id } = await followed(api);
    const { message: hidden } = await writer.addInsight(thread_id, "Not for everyone.");
    const { message } = await writer.addInsight(thread_id, "For everyone.");
    await hideMessage(hidden.message_id);
    const answer = await follower.sync();
    expect(messageIds(answer.deliveries)).toEqual([message.message_id]);
    expect(JSON.stringify(answer)).not.toContain("Not for everyone");
    expect(await follower.drain({ acknowledge: true, from: answer.delivered_cursor })).toEqual([]);
  });

  test("include operations that ended outside a request, but not those that ended inside one", async ({ api }) => {
    const caller = await connect(api);
    await caller.startTask();
    const waiting = await addOperation(caller);
    expect(await caller.drain()).toEqual([]);
    await finishOperation(caller, waiting);
    const { deliveries, operations } = await caller.sync({ operation_refs: [waiting] });
    expect(deliveries).toEqual([
      { sequence: "1", kind: "operation", created_at: deliveries[0]?.created_at, operation: operations[0] },
    ]);
    expect(operations[0]).toMatchObject({ operation_ref: waiting, state: "succeeded", result: MADE });
  });

  test("come in batches of a hundred", async ({ api }) => {
    const { follower, writer, thread_id } = await followed(api);
    for (let i = 0; i < 11; i += 1)
      await Promise.all(Array.from({ length: 10 }, () => writer.addInsight(thread_id, `Turn the ${word()}.`)));
    const first = await follower.sync();
    expect(first.has_more).toBe(true);
    expect(sequences(first.deliveries)).toEqual(upTo(100));
    expect(await follower.sync()).toEqual(first);
    const second = await follower.sync({ delivered_cursor: first.delivered_cursor });
    expect(second.has_more).toBe(false);
    expect(sequences(second.deliveries)).toEqual(upTo(110, 101));
    const places = [...first.deliveries, ...second.deliveries].map((delivery) =>
      delivery.kind === "reply" ? Number(delivery.message.sequence) : 0,
    );
    expect(places, "in the order of the thread").toEqual(upTo(111, 2));
  });

  test("continue for read-only and paused connections", async ({ api }) => {
    const { follower, writer, thread_id } = await followed(api);
    await follower.setMode("paused");
    await writer.addInsight(thread_id, "Turn it.");
    expect(await follower.drain()).toHaveLength(1);
  });
});
