import fc from "fast-check";
import { insertOperation } from "@/db/queries/operations";
import { type Api, expect, test } from "@/e2e/support/api";
import { database } from "@/e2e/support/fixtures";
import { addOperation, type Caller, connect, conversation, finishOperation } from "@/e2e/support/knowledge";
import { fewAndAll, patienceMs } from "@/e2e/support/rounds";
import { creation, settled } from "@/e2e/support/submitting";
import { knowledgeSearch } from "@/lib/contract/knowledge/reading";
import { submitSkill } from "@/lib/contract/knowledge/submissions";
import { setControls, sync } from "@/lib/contract/knowledge/sync-and-controls";
import { addInsight, startTask } from "@/lib/contract/knowledge/threads";
import { newId } from "@/lib/platform/ids";

const PROGRAMS = Math.max(10, Math.round(Number(process.env.CAIRN_PROPERTY_RUNS ?? 40) / 4));
const STEPS_MAX = 30;

type Mode = "active" | "read-only" | "paused" | "revoked";
type Step =
  | { do: "set"; mode: Mode | null; expected: "current" | "older" | "newer"; cancel: number | null }
  | { do: "task"; key: number | null }
  | { do: "insight" | "told" | "wait" | "search" | "submit" | "hold" }
  | { do: "finish"; which: number }
  | { do: "sync"; cursor: number | null };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("set" as const),
      mode: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom<Mode>("active", "read-only", "paused") },
        { weight: 12, arbitrary: fc.constant<Mode>("active") },
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constant<Mode>("revoked") },
      ),
      expected: fc.constantFrom(
        "current" as const,
        "current" as const,
        "current" as const,
        "older" as const,
        "newer" as const,
      ),
      cancel: fc.option(fc.nat(9)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("task" as const), key: fc.option(fc.nat(2)) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom("insight" as const, "told" as const, "wait" as const, "search" as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("submit" as const, "hold" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("finish" as const), which: fc.nat(9) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("sync" as const), cursor: fc.option(fc.nat(9)) }) },
);

/** The simplest model of a connection. */
class Model {
  mode: Mode = "active";
  revision = 0n;
  operations = new Map<string, string>();
  delivered: string[] = [];
  acknowledged = 0;
  cursors: Array<{ cursor: string; place: number }> = [];
  answers = new Map<number, string>();

  refusal(access: "read" | "write" | "sync"): string | null {
    if (this.mode === "revoked") return "connection_revoked";
    if (this.mode === "paused" && access !== "sync") return "connection_paused";
    return this.mode === "read-only" && access === "write" ? "connection_read_only" : null;
  }

  waiting(): string[] {
    return this.inState("pending", "in_review");
  }

  inState(...states: string[]): string[] {
    return [...this.operations].flatMap(([ref, state]) => (states.includes(state) ? [ref] : []));
  }
}

for (const { count, tag } of fewAndAll(3, PROGRAMS))
  test(`each of ${count} sequences of changes, writes, cancellations and syncs ends in the state of the model`, {
    tag,
  }, async ({ api }) => {
    test.setTimeout(patienceMs(count));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: STEPS_MAX }), (steps) => run(api, steps)),
      { numRuns: count },
    );
  });

async function run(api: Api, steps: Step[]): Promise<void> {
  const [caller, other] = await Promise.all([connect(api), connect(api)]);
  const { thread, operation } = await caller.startTask();
  const model = new Model();
  model.operations.set(operation.operation_ref, "succeeded");
  for (const one of steps) {
    if (one.do === "set") await set(caller, model, one);
    else if (one.do === "task") await task(caller, model, one.key);
    else if (one.do === "insight") await insight(caller, model, thread.thread_id);
    else if (one.do === "search") await search(caller, model);
    else if (one.do === "sync") await synced(caller, model, one.cursor);
    else if (one.do === "told")
      model.delivered.push((await other.addInsight(thread.thread_id, "Turn it.")).message.message_id);
    else if (one.do === "wait" && model.mode !== "revoked")
      model.operations.set(await addOperation(caller), "in_review");
    else if (one.do === "finish") await finish(caller, model, one.which);
    else if (one.do === "submit") await propose(caller, model);
    else if (one.do === "hold") await hold(caller, model);
  }
  await synced(caller, model, null);
}

async function set(caller: Caller, model: Model, one: Extract<Step, { do: "set" }>): Promise<void> {
  const expected = model.revision + (one.expected === "newer" ? 1n : one.expected === "older" ? -1n : 0n);
  if (expected < 0n) return;
  const refs = one.cancel === null ? undefined : [...model.operations.keys()].slice(0, one.cancel);
  const input = {
    expected_control_revision: String(expected),
    mode: one.mode ?? undefined,
    cancel_operation_refs: refs,
  };
  const called = await caller.call(setControls, input);
  const code = called.ok ? null : called.problem.code;
  if (model.mode === "revoked") {
    expect(code).toBe("connection_revoked");
    return;
  }
  if (expected !== model.revision) {
    expect(code).toBe("control_revision_conflict");
    return;
  }
  const ended = one.mode === "revoked" ? model.waiting() : model.waiting().filter((ref) => refs?.includes(ref));
  if (ended.length > 0 || (one.mode !== null && one.mode !== model.mode)) model.revision += 1n;
  model.mode = one.mode ?? model.mode;
  for (const ref of ended) model.operations.set(ref, "cancelled");
  if (!called.ok) throw new Error(`refused with ${code}`);
  const { control, cancelled, not_cancelled } = called.body.data;
  expect(control).toEqual({ mode: model.mode, control_revision: String(model.revision) });
  expect([...cancelled].sort()).toEqual([...ended].sort());
  expect(not_cancelled).toEqual(
    (refs ?? [])
      .filter((ref) => !ended.includes(ref))
      .map((operation_ref) => ({ operation_ref, reason: "already_finished" })),
  );
  if (model.mode === "active" || model.mode === "read-only") await runOn(caller, model);
}

/** An accepted submission is settled and delivered before the next step. */
async function propose(caller: Caller, model: Model): Promise<void> {
  const called = await caller.call(submitSkill, creation());
  expect(called.ok ? null : called.problem.code).toBe(model.refusal("write"));
  if (!called.ok) return;
  const { operation_ref } = called.body.data.operation;
  model.operations.set(operation_ref, "pending");
  await runOn(caller, model);
}

/** A submission in flight when the connection was paused; one at a time, because workers keep no order. */
async function hold(caller: Caller, model: Model): Promise<void> {
  if (model.mode !== "paused" || model.inState("pending").length > 0) return;
  const operation_ref = newId("kop");
  await insertOperation(database(), {
    operation_ref,
    connection_id: caller.connection_id,
    kind: "skill_submission",
    state: "pending",
    request: JSON.parse(JSON.stringify({ request_id: newId("req"), submission: creation() })),
  });
  model.operations.set(operation_ref, "pending");
}

/** Pending operations are settled once the mode lets them run. */
async function runOn(caller: Caller, model: Model): Promise<void> {
  for (const ref of model.inState("pending")) {
    expect((await settled(caller, ref)).state).toBe("succeeded");
    model.operations.set(ref, "succeeded");
    model.delivered.push(ref);
  }
}

async function task(caller: Caller, model: Model, key: number | null): Promise<void> {
  const input = { title: `Task ${key}`, opening: "It does not stop." };
  const called = await caller.call(startTask, input, key === null ? {} : { "idempotency-key": `key-${key}` });
  expect(called.ok ? null : called.problem.code).toBe(model.refusal("write"));
  if (!called.ok) return;
  const { operation, thread } = called.body.data;
  const before = key === null ? undefined : model.answers.get(key);
  expect(called.headers["idempotency-replayed"]).toBe(before === undefined ? undefined : "true");
  if (before !== undefined) expect(thread.thread_id).toBe(before);
  if (key !== null) model.answers.set(key, thread.thread_id);
  model.operations.set(operation.operation_ref, "succeeded");
}

async function insight(caller: Caller, model: Model, thread_id: string): Promise<void> {
  const called = await caller.call(addInsight, { target: conversation(thread_id), body: "Turn it myself." });
  expect(called.ok ? null : called.problem.code).toBe(model.refusal("write"));
  if (called.ok) model.operations.set(called.body.data.operation.operation_ref, "succeeded");
}

async function search(caller: Caller, model: Model): Promise<void> {
  const called = await caller.call(knowledgeSearch, { query: "cache a page", skill_limit: 1, conversation_limit: 0 });
  expect(called.ok ? null : called.problem.code).toBe(model.refusal("read"));
}

async function finish(caller: Caller, model: Model, which: number): Promise<void> {
  const waiting = model.inState("in_review");
  const ref = waiting[which % Math.max(1, waiting.length)];
  if (!ref) return;
  await finishOperation(caller, ref);
  model.operations.set(ref, "succeeded");
  model.delivered.push(ref);
}

async function synced(caller: Caller, model: Model, which: number | null): Promise<void> {
  const known = which === null ? undefined : model.cursors[which % Math.max(1, model.cursors.length)];
  const operation_refs = [...model.operations.keys()].slice(-25);
  const called = await caller.call(sync, { operation_refs, delivered_cursor: known?.cursor });
  expect(called.ok ? null : called.problem.code).toBe(model.refusal("sync"));
  if (!called.ok) return;
  const { control, operations, deliveries, delivered_cursor, has_more } = called.body.data;
  model.acknowledged = Math.max(model.acknowledged, known?.place ?? 0);
  expect(control).toEqual({ mode: model.mode, control_revision: String(model.revision) });
  expect(operations.map(({ operation_ref, state }) => [operation_ref, state])).toEqual(
    operation_refs.map((ref) => [ref, model.operations.get(ref)]),
  );
  const expected = model.delivered.map((id, i) => [String(i + 1), id]).slice(model.acknowledged);
  const heard = deliveries.map((delivery) => [
    delivery.sequence,
    delivery.kind === "reply"
      ? delivery.message.message_id
      : delivery.kind === "operation"
        ? delivery.operation.operation_ref
        : "",
  ]);
  expect(heard).toEqual(expected);
  expect(has_more).toBe(false);
  model.cursors.push({ cursor: delivered_cursor, place: model.delivered.length });
}
