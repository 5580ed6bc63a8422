import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "@/e2e/support/api";
import { word } from "@/e2e/support/fixtures";
import { type Caller, connect, conversation } from "@/e2e/support/knowledge";
import { addInsight } from "@/lib/contract/knowledge/insights";
import { sync } from "@/lib/contract/knowledge/sync";

/** A conversation to which several connections write continuously while its owner reads it by sync. */
export type Feed = {
  thread_id: string;
  /** Ids of the messages of acknowledged insights, unordered. */
  acknowledged: string[];
  /** The messages delivered to its owner, in order of delivery. */
  heard: Array<{ sequence: string; message_id: string }>;
  /** Lets every writer finish its insight and the owner read the rest. */
  finish(): Promise<void>;
};

const POLL_MS = 25;

/** Starts the writers and the reader. Requests without a response are repeated, insights with their Idempotency-Key. */
export async function startFeed(api: Api, count: number): Promise<Feed> {
  const [owner, writers] = await Promise.all([
    connect(api),
    Promise.all(Array.from({ length: count }, () => connect(api))),
  ]);
  const { thread } = await owner.startTask({ title: `Stop the ${word()}` });
  const { thread_id } = thread;
  const acknowledged: Feed["acknowledged"] = [];
  const heard: Feed["heard"] = [];
  let stopping = false;
  let cursor: string | undefined;

  async function hear(): Promise<number> {
    const page = await answered(() => owner.call(sync, { delivered_cursor: cursor }));
    for (const delivery of page.data.deliveries)
      if (delivery.kind === "reply")
        heard.push({ sequence: delivery.sequence, message_id: delivery.message.message_id });
    cursor = page.data.delivered_cursor;
    return page.data.deliveries.length;
  }
  const busy = Promise.all([
    ...writers.map(async (writer) => {
      while (!stopping) acknowledged.push(await insightUntilAnswered(writer, thread_id));
    }),
    (async () => {
      while (!stopping) if ((await hear()) === 0) await sleep(POLL_MS);
    })(),
  ]);
  return {
    thread_id,
    acknowledged,
    heard,
    async finish() {
      stopping = true;
      await busy;
      while ((await hear()) > 0);
    },
  };
}

/** Repeats one insight with one key until a response arrives; returns the id of its message. */
async function insightUntilAnswered(writer: Caller, thread_id: string): Promise<string> {
  const input = { target: conversation(thread_id), body: `Turn the ${word()}.` };
  const key = { "idempotency-key": randomUUID() };
  const { data } = await answered(() => writer.call(addInsight, input, key));
  await sleep(POLL_MS);
  return data.message.message_id;
}

/** Retries while the service is unavailable or still processes the same request. */
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
