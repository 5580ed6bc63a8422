import { expect, test } from "@/e2e/support/api";
import { database, openThread, word } from "@/e2e/support/fixtures";
import { type Caller, connect, conversation, databaseTime } from "@/e2e/support/knowledge";
import { answered } from "@/e2e/support/moderating";
import { fewAndAll, patienceMs } from "@/e2e/support/rounds";
import { setControls } from "@/lib/contract/knowledge/sync-and-controls";
import { addInsight, startTask } from "@/lib/contract/knowledge/threads";

/** Enough to overlap all the time, but fewer than the product's database connections. */
const WRITERS = 8;
/** Two hundred for a milestone run. */
const ROUNDS = Number(process.env.CAIRN_RACE_ROUNDS ?? 12);
const task = () => ({ title: `Stop the ${word()}`, opening: "It does not stop." });
const control = async (caller: Caller) => (await caller.sync()).control;

test.describe("idempotency", () => {
  test("the same change with the same key applies once and returns the same response", async ({ api }) => {
    const caller = await connect(api);
    const key = { "idempotency-key": word() };
    const input = { expected_control_revision: "0", mode: "read-only" };
    const first = await caller.ok(setControls, input, key);
    await caller.setMode("active");
    const again = await caller.call(setControls, input, key);
    expect(again.ok && again.body).toEqual(first);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(await control(caller)).toEqual({ mode: "active", control_revision: "2" });
  });

  test("a conflict stores nothing, so the same key may be used with the right revision", async ({ api }) => {
    const caller = await connect(api);
    const key = { "idempotency-key": word() };
    await caller.refused(
      setControls,
      "control_revision_conflict",
      { expected_control_revision: "1", mode: "paused" },
      key,
    );
    await caller.ok(setControls, { expected_control_revision: "0", mode: "paused" }, key);
  });

  for (const [mode, code] of [
    ["read-only", "connection_read_only"],
    ["paused", "connection_paused"],
    ["revoked", "connection_revoked"],
  ] as const)
    test(`a replay is refused once the connection is ${mode}`, async ({ api }) => {
      const caller = await connect(api);
      const { thread_id } = await openThread(api);
      const key = { "idempotency-key": word() };
      const insight = { target: conversation(thread_id), body: "Turn it." };
      const own = task();
      const first = await caller.ok(startTask, own, key);
      await caller.ok(addInsight, insight, key);
      await caller.setMode(mode);
      await caller.refused(startTask, code, own, key);
      await caller.refused(addInsight, code, insight, key);
      if (mode === "revoked") return;
      await caller.setMode("active");
      expect(await caller.ok(startTask, own, key)).toEqual(first);
    });
});

test.describe("races", () => {
  for (const { count, tag } of fewAndAll(4, ROUNDS))
    test(`of twenty setters with the same expected revision exactly one wins, in each of ${count} rounds`, {
      tag,
    }, async ({ api }) => {
      test.setTimeout(patienceMs(count));
      const caller = await connect(api);
      for (let round = 0; round < count; round += 1) {
        const current = await control(caller);
        expect(current.control_revision).toBe(String(round));
        const others = (["active", "read-only", "paused"] as const).filter((mode) => mode !== current.mode);
        const calls = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            answered(() => caller.call(setControls, { expected_control_revision: String(round), mode: others[i % 2] })),
          ),
        );
        const winners = calls.flatMap((called) => (called.ok ? [called.body.data.control] : []));
        expect(winners.map(({ control_revision }) => control_revision)).toEqual([String(round + 1)]);
        for (const called of calls) if (!called.ok) expect(called.problem.code).toBe("control_revision_conflict");
        expect(await control(caller)).toEqual(winners[0]);
      }
    });

  for (const mode of ["paused", "read-only", "revoked"] as const)
    test(`no write commits after the change to ${mode} was acknowledged, even with many writes in flight`, async ({
      api,
    }) => {
      const caller = await connect(api);
      const { thread_id } = await openThread(api);
      const written: string[] = [];
      const refused: string[] = [];
      let writers = 0;
      let startMode = () => {};
      const busy = new Promise<void>((resolve) => {
        startMode = resolve;
      });
      const write = async (asTask: boolean) => {
        for (let after = 0; after < 3; ) {
          const called = asTask
            ? await caller.call(startTask, task())
            : await caller.call(addInsight, { target: conversation(thread_id), body: `Turn the ${word()}.` });
          if (called.ok) {
            const { data } = called.body;
            written.push("message" in data ? data.message.created_at : data.thread.created_at);
          } else if (called.problem.code !== "unavailable") {
            refused.push(called.problem.code);
            after += 1;
          }
          writers += 1;
          if (writers === 60) startMode();
        }
      };
      const stream = Promise.all(Array.from({ length: WRITERS }, (_, i) => write(i % 4 === 0)));
      await busy;
      await caller.setMode(mode);
      const answeredAt = await databaseTime();
      const stored = await messagesBy(caller);
      await stream;
      expect(await messagesBy(caller), "messages that came after the answer").toBe(stored);
      expect(written.length, "every acknowledged write is stored").toBe(stored);
      expect(written.filter((created_at) => created_at > answeredAt)).toEqual([]);
      const code = { paused: "connection_paused", "read-only": "connection_read_only", revoked: "connection_revoked" };
      expect(new Set(refused)).toEqual(new Set([code[mode]]));
    });

  test("a continuous stream of writes does not delay a change", async ({ api }) => {
    const caller = await connect(api);
    const { thread_id } = await openThread(api);
    let done = false;
    const write = async () => {
      while (!done) await caller.call(addInsight, { target: conversation(thread_id), body: `Turn the ${word()}.` });
    };
    const stream = Promise.all(Array.from({ length: WRITERS }, write));
    for (const mode of ["paused", "active", "read-only", "active", "paused", "active"] as const) {
      await caller.call(addInsight, { target: conversation(thread_id), body: `Turn the ${word()}.` });
      expect((await caller.setMode(mode)).control.mode).toBe(mode);
    }
    done = true;
    await stream;
  });
});

async function messagesBy(caller: Caller): Promise<number> {
  const [row] = await database()<{ count: number }[]>`
    select count(*)::int as count
    from messages
    where messages.author_connection_id = ${caller.connection_id}`;
  return row?.count ?? 0;
}
