import { type Api, expect, test } from "@/e2e/support/api";
import { contracts, sampleInput } from "@/e2e/support/contract";
import { database, openThread } from "@/e2e/support/fixtures";
import { addOperation, type Caller, connect, conversation, nothing } from "@/e2e/support/knowledge";
import type { EndpointContract } from "@/lib/contract/endpoint";
import { setControls } from "@/lib/contract/knowledge/sync-and-controls";

const MODES = ["active", "read-only", "paused", "revoked"] as const;
type Mode = (typeof MODES)[number];
const tree = contracts.filter(({ auth, path }) => auth === "connection" && path.startsWith("/api/knowledge/v2/"));
const control = async (caller: Caller) => (await caller.sync()).control;

/** The response lists cancellations in every state; a caller that only sets modes gets two empty lists. */
const answer = (mode: Mode, control_revision: string) => ({
  control: { mode, control_revision },
  cancelled: [],
  not_cancelled: [],
});

test.describe("permissions of each mode", () => {
  const kindOf = ({ name }: EndpointContract) => {
    if (name === "sync") return "sync";
    if (name === "set_controls") return "controls";
    return name === "knowledge_search" || name === "read" ? "read" : "write";
  };
  const refusals: Record<Mode, Partial<Record<ReturnType<typeof kindOf>, string>>> = {
    active: {},
    "read-only": { write: "connection_read_only" },
    paused: { read: "connection_paused", write: "connection_paused" },
    revoked: {
      read: "connection_revoked",
      sync: "connection_revoked",
      write: "connection_revoked",
      controls: "connection_revoked",
    },
  };
  const inputs: Record<string, (api: Api, caller: Caller) => Promise<Record<string, unknown>>> = {
    add_insight: async (api) => ({ target: conversation((await openThread(api)).thread_id), body: "Turn it." }),
    read: async (api) => ({ ref: conversation((await openThread(api)).thread_id) }),
    set_controls: async () => ({ expected_control_revision: "1" }),
  };

  for (const mode of MODES)
    for (const contract of tree) {
      const code = refusals[mode][kindOf(contract)];
      test(`${mode}: ${contract.name} is ${code ?? "answered"}`, async ({ api }) => {
        const caller = await connect(api);
        const input = { ...sampleInput(contract), ...(await inputs[contract.name]?.(api, caller)) };
        if (mode === "active") await caller.setMode("paused");
        await caller.setMode(mode);
        if (contract.name === "set_controls" && mode === "active") input.expected_control_revision = "2";
        const called = await caller.call(contract, input);
        expect([called.status, called.ok ? undefined : called.problem.code]).toEqual(
          code ? [403, code] : [contract.status ?? 200, undefined],
        );
      });
    }
});

test.describe("the revision", () => {
  test("starts at 0 in the mode active and grows by one with each change", async ({ api }) => {
    const caller = await connect(api);
    expect(await control(caller)).toEqual({ mode: "active", control_revision: "0" });
    let revision = 0n;
    for (const mode of ["paused", "read-only", "paused", "active", "read-only", "active"] as const) {
      const { data } = await caller.ok(setControls, { expected_control_revision: String(revision), mode });
      revision += 1n;
      expect(data).toEqual(answer(mode, String(revision)));
      expect(await control(caller)).toEqual(data.control);
    }
  });

  test("does not change when the mode is the same or nothing is requested", async ({ api }) => {
    const caller = await connect(api);
    await caller.setMode("read-only");
    const expected = answer("read-only", "1");
    const same = { expected_control_revision: "1", mode: "read-only" };
    expect((await caller.ok(setControls, same)).data).toEqual(expected);
    expect((await caller.ok(setControls, { expected_control_revision: "1" })).data).toEqual(expected);
    const noneCancelled = { expected_control_revision: "1", cancel_operation_refs: [] };
    expect((await caller.ok(setControls, noneCancelled)).data).toEqual(expected);
    expect(await control(caller)).toEqual(expected.control);
  });

  for (const expected_control_revision of ["0", "2", "9223372036854775807"])
    test(`an expected revision of ${expected_control_revision} instead of 1 is a conflict without effect`, async ({
      api,
    }) => {
      const caller = await connect(api);
      await caller.setMode("read-only");
      const waiting = await addOperation(caller);
      for (const more of [{}, { mode: "paused" }, { cancel_operation_refs: [waiting] }, { mode: "revoked" }]) {
        const input = { expected_control_revision, ...more };
        const problem = await caller.refused(setControls, "control_revision_conflict", input);
        expect(problem).toMatchObject({ status: 409, detail: `expected ${expected_control_revision}, current 1` });
        const { current_control_revision, current_mode } = Object(await conflictOf(caller, input));
        expect([current_control_revision, current_mode]).toEqual(["1", "read-only"]);
      }
      expect(await control(caller)).toEqual({ mode: "read-only", control_revision: "1" });
      expect((await caller.sync({ operation_refs: [waiting] })).operations[0]?.state).toBe("in_review");
    });
});

/** The whole problem body, with the fields that only a conflict has. */
async function conflictOf(caller: Caller, input: object): Promise<unknown> {
  return JSON.parse((await caller.api.post("/api/knowledge/v2/controls", input, caller.headers)).text);
}

test.describe("cancelling", () => {
  test("ends waiting operations, explains why the others were not cancelled, and keeps the requested order", async ({
    api,
  }) => {
    const [caller, other] = [await connect(api), await connect(api)];
    const [first, second] = [await addOperation(caller), await addOperation(caller)];
    const { operation: finished } = await caller.startTask();
    const foreign = await addOperation(other);
    const refs = [second, nothing.operation_ref, finished.operation_ref, first, foreign, second];
    const { data } = await caller.ok(setControls, { expected_control_revision: "0", cancel_operation_refs: refs });
    expect(data).toEqual({
      control: { mode: "active", control_revision: "1" },
      cancelled: [second, first],
      not_cancelled: [
        { operation_ref: nothing.operation_ref, reason: "unknown" },
        { operation_ref: finished.operation_ref, reason: "already_finished" },
        { operation_ref: foreign, reason: "unknown" },
      ],
    });
    const { operations } = await caller.sync({ operation_refs: [first, second, finished.operation_ref, foreign] });
    expect(operations.map(({ state }) => state)).toEqual(["cancelled", "cancelled", "succeeded", "unknown"]);
    expect((await other.sync({ operation_refs: [foreign] })).operations[0]?.state).toBe("in_review");
  });

  test("does not change the revision when no operation can be cancelled", async ({ api }) => {
    const caller = await connect(api);
    const { operation } = await caller.startTask();
    const refs = [operation.operation_ref, nothing.operation_ref];
    const { data } = await caller.ok(setControls, { expected_control_revision: "0", cancel_operation_refs: refs });
    expect(data.control.control_revision).toBe("0");
    expect(data.cancelled).toEqual([]);
    expect(data.not_cancelled.map(({ reason }) => reason)).toEqual(["already_finished", "unknown"]);
  });

  test("and a mode change in one request are one step", async ({ api }) => {
    const caller = await connect(api);
    await caller.setMode("paused");
    const waiting = await addOperation(caller, "pending");
    const input = { expected_control_revision: "1", mode: "read-only", cancel_operation_refs: [waiting] };
    const { data } = await caller.ok(setControls, input);
    expect(data).toEqual({ ...answer("read-only", "2"), cancelled: [waiting] });
    const again = await caller.ok(setControls, { expected_control_revision: "2", cancel_operation_refs: [waiting] });
    expect(again.data).toEqual({
      ...answer("read-only", "2"),
      not_cancelled: [{ operation_ref: waiting, reason: "already_finished" }],
    });
  });

  test("pausing keeps a connection's operations, and they run when it is active again", async ({ api }) => {
    const caller = await connect(api);
    await caller.setMode("paused");
    const waiting = await addOperation(caller, "pending");
    expect((await caller.sync({ operation_refs: [waiting] })).operations[0]?.state).toBe("pending");
  });
});

test.describe("revoking", () => {
  test("cancels and lists all waiting operations, and is final", async ({ api }) => {
    const caller = await connect(api);
    const { operation: finished } = await caller.startTask();
    await caller.setMode("paused");
    const waiting = [await addOperation(caller, "pending"), await addOperation(caller)];
    const input = { expected_control_revision: "1", mode: "revoked", cancel_operation_refs: [nothing.operation_ref] };
    const { data } = await caller.ok(setControls, input);
    expect(data.control).toEqual({ mode: "revoked", control_revision: "2" });
    expect([...data.cancelled].sort()).toEqual([...waiting].sort());
    expect(data.not_cancelled).toEqual([{ operation_ref: nothing.operation_ref, reason: "unknown" }]);
    for (const mode of [undefined, ...MODES])
      await caller.refused(setControls, "connection_revoked", { expected_control_revision: "2", mode });
    const states = await database()<{ operation_ref: string; state: string }[]>`
      select operations.operation_ref, operations.state
      from operations
      where operations.connection_id = ${caller.connection_id}`;
    expect(Object.fromEntries(states.map(({ operation_ref, state }) => [operation_ref, state]))).toEqual({
      [finished.operation_ref]: "succeeded",
      ...Object.fromEntries(waiting.map((ref) => [ref, "cancelled"])),
    });
  });

  test("keeps the connection's published texts", async ({ api }) => {
    const [caller, reader] = [await connect(api, "Revoked agent"), await connect(api)];
    const { thread } = await caller.startTask();
    await caller.setMode("revoked");
    expect((await reader.messages(thread.thread_id))[0]?.author.name).toBe("Revoked agent");
  });

  for (const mode of ["active", "read-only", "paused"] as const)
    test(`is possible from ${mode}`, async ({ api }) => {
      const caller = await connect(api);
      await caller.setMode(mode);
      expect((await caller.setMode("revoked")).control.mode).toBe("revoked");
    });
});

test.describe("a caller without a connection", () => {
  for (const contract of tree)
    test(`is refused by ${contract.name} with instructions for getting a token`, async ({ api }) => {
      const problem = await api.refused(contract, "authentication_required", sampleInput(contract));
      expect(problem.next_step).toContain("POST /api/v1/connections");
    });
});
