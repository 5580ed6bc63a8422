import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@/e2e/faults/product";
import { database, word } from "@/e2e/support/cast";
import { type Caller, connect, conversation } from "@/e2e/support/knowledge";
import { addInsight } from "@/lib/contract/knowledge/insights";
import { sync } from "@/lib/contract/knowledge/sync";

/** N kills without a gap: the rate is below 3/N at 95 %. */
const KILLS = 4;
const WRITERS = 4;
const WRITES_BETWEEN_KILLS = 30;
const POLL_MS = 25;

test("a feed has every insight once and in order though the app is killed while they are written and read", async ({
  product,
}) => {
  const { api } = product;
  const [reader, ...writers] = await Promise.all(Array.from({ length: WRITERS + 1 }, () => connect(api)));
  if (!reader) throw new Error("There is no reader.");
  const { thread } = await reader.startTask({ title: `Stop the ${word()}` });
  let stopping = false;
  const acknowledged: string[] = [];
  const writing = Promise.all(
    writers.map(async (writer) => {
      while (!stopping) acknowledged.push(await insightUntilAnswered(writer, thread.thread_id));
    }),
  );
  const heard: Array<{ sequence: string; message_id: string }> = [];
  let cursor: string | undefined;
  const listen = async () => {
    const page = await answered(() => reader.call(sync, { delivered_cursor: cursor }));
    for (const delivery of page.data.deliveries)
      if (delivery.kind === "reply")
        heard.push({ sequence: delivery.sequence, message_id: delivery.message.message_id });
    cursor = page.data.delivered_cursor;
    return page.data.deliveries.length;
  };
  const listening = (async () => {
    while (!stopping) if ((await listen()) === 0) await sleep(POLL_MS);
  })();

  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledged.length;
    await expect
      .poll(() => acknowledged.length - before, { intervals: [20], timeout: 60_000 })
      .toBeGreaterThan(WRITES_BETWEEN_KILLS);
    await product.app().kill9();
    await product.start();
  }
  stopping = true;
  await Promise.all([writing, listening]);
  while ((await listen()) > 0);

  const stored = await database()<{ message_id: string }[]>`
    select messages.message_id
    from messages
    where messages.thread_id = ${thread.thread_id} and messages.kind = 'insight'
    order by messages.sequence`;
  const order = stored.map(({ message_id }) => message_id);
  expect([...acknowledged].sort(), "each acknowledged insight is stored, and none that nobody was told of").toEqual(
    [...order].sort(),
  );
  expect(heard.map(({ message_id }) => message_id)).toEqual(order);
  expect(heard.map(({ sequence }) => Number(sequence))).toEqual(order.map((_, i) => i + 1));
});

/** Sends one insight under one key until an answer comes; returns the id of its message. */
async function insightUntilAnswered(writer: Caller, thread_id: string): Promise<string> {
  const input = { target: conversation(thread_id), body: `Turn the ${word()}.` };
  const key = { "idempotency-key": randomUUID() };
  const { data } = await answered(() => writer.call(addInsight, input, key));
  return data.message.message_id;
}

/** Asks again while the service is away, or still busy with the same request. */
async function answered<T>(
  call: () => Promise<{ ok: true; body: T } | { ok: false; problem: { code: string } }>,
): Promise<T> {
  for (;;) {
    const called = await call().catch(() => null);
    if (called?.ok) return called.body;
    const code = called?.problem.code ?? "unavailable";
    if (!["unavailable", "idempotency_in_flight"].includes(code)) throw new Error(`refused with ${code}`);
    await sleep(POLL_MS);
  }
}
