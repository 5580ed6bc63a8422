import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, type Product, test } from "@/e2e/faults/product";
import { attempt, halfWritten, indexDifference, lost, notOnce, startWriters, type Writers } from "@/e2e/faults/writers";
import type { Api } from "@/e2e/support/api";
import { database, publishSkill, word } from "@/e2e/support/fixtures";
import { type Caller, connect, conversation } from "@/e2e/support/knowledge";
import { sync } from "@/lib/contract/knowledge/sync-and-controls";
import { addInsight } from "@/lib/contract/knowledge/threads";

/** N kills without a loss: the rate is below 3/N at 95 % confidence. */
const KILLS = 10;
const WRITERS = 6;
const WRITES_BETWEEN_KILLS = 40;
const FEED_WRITERS = 3;
const SKILLS_PER_KILL = 12;

test.describe
  .serial("the app is killed ten times while searchers write, a feed is read and the index is updated", () => {
    let writers: Writers;
    let feed: Feed;
    let midSync = 0;

    test("it restarts each time", async ({ product }) => {
      writers = startWriters(product.api, WRITERS);
      feed = await startFeed(product.api, FEED_WRITERS);
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = writers.acknowledged();
        await expect
          .poll(() => writers.acknowledged() - before, { intervals: [20], timeout: 60_000 })
          .toBeGreaterThan(WRITES_BETWEEN_KILLS);
        midSync += await publishUntilSyncing();
        await product.app().kill9();
        await product.start();
      }
      await Promise.all([writers.finish(), feed.finish()]);
      expect(writers.writes.flatMap((write) => write.refusals)).toEqual([]);
      const cut = writers.writes.flatMap((write) => write.broken).filter((code) => code !== "ECONNREFUSED");
      expect(cut.length, "requests that the kills cut off").toBeGreaterThan(KILLS);
      expect(midSync, "kills in the middle of a sync").toBeGreaterThan(KILLS / 2);
    });

    test("no acknowledged write is lost", async () => {
      expect(writers.acknowledged()).toBeGreaterThan(KILLS * WRITES_BETWEEN_KILLS);
      expect(await lost(writers.writes)).toEqual([]);
    });

    test("no write is stored partially", async () => {
      expect(await halfWritten()).toEqual([]);
    });

    test("every repeated write has one effect", async () => {
      expect(writers.writes.filter((write) => write.attempts > 1).length).toBeGreaterThan(0);
      expect(await notOnce(writers.writes)).toEqual([]);
    });

    test("an append key returns the same response after all kills as at first", async () => {
      const some = writers.writes.filter((_, index) => index % 10 === 0);
      for (const write of some) {
        const received = await attempt(write);
        expect(received?.headers["idempotency-replayed"]).toBe("true");
      }
      expect(some.flatMap((write) => write.idsAgain.filter((id) => id !== write.id))).toEqual([]);
      expect(await notOnce(some)).toEqual([]);
    });

    test("a feed delivers every insight once and in order", async () => {
      const stored = await database()<{ message_id: string }[]>`
        select messages.message_id
        from messages
        where messages.thread_id = ${feed.thread_id} and messages.kind = 'insight'
        order by messages.sequence`;
      const order = stored.map(({ message_id }) => message_id);
      expect(order.length).toBeGreaterThan(KILLS * FEED_WRITERS);
      expect([...feed.acknowledged].sort(), "acknowledged is what is stored").toEqual([...order].sort());
      expect(feed.heard.map(({ message_id }) => message_id)).toEqual(order);
      expect(feed.heard.map(({ sequence }) => Number(sequence))).toEqual(order.map((_, i) => i + 1));
    });

    test("the index matches the database", async ({ product }) => {
      await becomesEqual(product);
    });
  });

/** Publishes skills and returns as soon as some of them are being indexed; 1 if others still wait. */
async function publishUntilSyncing(): Promise<number> {
  const publishing = Promise.all(Array.from({ length: SKILLS_PER_KILL }, () => publishSkill()));
  const sql = database();
  const skills = (await publishing).map((skill) => skill.skill_id);
  for (;;) {
    const [state] = await sql<{ analysed: number; waiting: number }[]>`
      select (select count(*) from search_documents d where d.skill_id = any(${skills}))::int as analysed,
             (select count(*) from index_dirty i where i.entity_id = any(${skills}))::int as waiting`;
    if (state && state.analysed > 0) return state.waiting > 0 ? 1 : 0;
  }
}

async function becomesEqual({ meili }: Product): Promise<void> {
  await expect.poll(() => indexDifference(meili), { timeout: 30_000 }).toEqual([]);
}

/** A conversation to which several connections write continuously while its owner reads it by sync. */
type Feed = {
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
async function startFeed(api: Api, count: number): Promise<Feed> {
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
