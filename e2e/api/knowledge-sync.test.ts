import { type Api, expect, test } from "@/e2e/support/api";
import { publishSkill, type Skill, withdrawVersion } from "@/e2e/support/fixtures";
import {
  addOperation,
  type Caller,
  connect,
  conversation,
  followed,
  nothing,
  select,
  sequences,
  tellOfChange,
  versionRef,
} from "@/e2e/support/knowledge";
import { read } from "@/lib/contract/knowledge/reading";
import { sync } from "@/lib/contract/knowledge/sync-and-controls";

test.describe("an empty request", () => {
  test("of a new connection returns its control state only", async ({ api }) => {
    const caller = await connect(api);
    const answer = await caller.sync();
    expect(answer).toEqual({
      control: { mode: "active", control_revision: "0" },
      operations: [],
      versions: [],
      deliveries: [],
      delivered_cursor: answer.delivered_cursor,
      has_more: false,
    });
    expect(await caller.sync({ delivered_cursor: answer.delivered_cursor })).toEqual(answer);
  });

  test("still needs a body", async ({ api }) => {
    const caller = await connect(api);
    const received = await api.send("POST", "/api/knowledge/v2/sync", caller.headers);
    expect([400, 422]).toContain(received.status);
  });
});

test.describe("references", () => {
  test("to operations keep their order and number; foreign and unknown ones are unknown", async ({ api }) => {
    const [caller, other] = [await connect(api), await connect(api)];
    const { operation: mine } = await caller.startTask();
    const { operation: foreign } = await other.startTask();
    const waiting = await addOperation(caller);
    const refs = [nothing.operation_ref, mine.operation_ref, foreign.operation_ref, waiting, mine.operation_ref];
    const { operations } = await caller.sync({ operation_refs: refs });
    expect(operations.map(({ operation_ref }) => operation_ref)).toEqual(refs);
    expect(operations[0]).toEqual({ operation_ref: nothing.operation_ref, state: "unknown" });
    expect(operations[1]).toEqual(mine);
    expect(operations[2], "no different from what does not exist").toEqual({
      operation_ref: foreign.operation_ref,
      state: "unknown",
    });
    expect(operations[3]).toMatchObject({ kind: "skill_submission", state: "in_review" });
    expect(operations[4]).toEqual(mine);
  });

  test("to versions keep their order and number and are reported with their state", async ({ api }) => {
    const caller = await connect(api);
    const old = await publishSkill();
    const current = await publishSkill({
      of: old,
      review: { version_checked: "16.4.6", note: "Ran it.", reviewer: "Maintainer" },
    });
    const gone = await publishSkill();
    await withdrawVersion(gone, "It was wrong.");
    const refs = [
      versionRef(current),
      versionRef(nothing),
      versionRef(old),
      versionRef(gone),
      { ...versionRef(gone), version_id: old.version_id },
      versionRef(current),
    ];
    const { versions } = await caller.sync({ selected_versions: refs });
    expect(versions.map(({ ref }) => ref)).toEqual(refs);
    expect(versions.map(({ state }) => state)).toEqual([
      "current",
      "unknown",
      "superseded",
      "withdrawn",
      "unknown",
      "current",
    ]);
    const selected = { selected: versionRef(current), selection_revision: "2" };
    expect(versions[0]).toMatchObject({ ...selected, review: { state: "reviewed", version_checked: "16.4.6" } });
    expect(versions[2]).toMatchObject({
      ...selected,
      review: { state: "none", note: "No verification is recorded for this version." },
    });
    expect(versions[1]).toMatchObject({ selected: null, selection_revision: null, review: null });
    expect(versions[3]).toMatchObject({ selected: null, selection_revision: "1" });
  });

  test("may be twenty-five of each kind; twenty-six are too many", async ({ api }) => {
    const caller = await connect(api);
    const operation_refs = Array.from({ length: 25 }, () => nothing.operation_ref);
    const selected_versions = Array.from({ length: 25 }, () => versionRef(nothing));
    const { operations, versions } = await caller.sync({ operation_refs, selected_versions });
    expect([operations.length, versions.length]).toEqual([25, 25]);
    const problem = await caller.refused(sync, "validation_failed", {
      operation_refs: [...operation_refs, nothing.operation_ref],
      selected_versions: [...selected_versions, versionRef(nothing)],
    });
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(["/operation_refs", "/selected_versions"]);
  });
});

test.describe("versions that a connection holds", () => {
  async function held(api: Api): Promise<{ caller: Caller; skill: Skill }> {
    const caller = await connect(api);
    const skill = await publishSkill();
    await caller.sync({ selected_versions: [versionRef(skill)] });
    return { caller, skill };
  }

  test("deliver a change of selection with the currently selected version", async ({ api }) => {
    const { caller, skill } = await held(api);
    const newer = await publishSkill({ of: skill });
    await tellOfChange("selection", newer);
    const [delivery] = await caller.drain();
    expect(delivery).toMatchObject({
      kind: "selection",
      sequence: "1",
      ref: versionRef(newer),
      selected: versionRef(newer),
      selection_revision: "2",
      review: { state: "none" },
    });
  });

  test("deliver a withdrawal, without a selected version if none is left", async ({ api }) => {
    const { caller, skill } = await held(api);
    await withdrawVersion(skill, "It was wrong.");
    await select(skill.skill_id, null);
    await tellOfChange("withdrawal", skill);
    const [delivery] = await caller.drain();
    expect(delivery).toMatchObject({ kind: "withdrawal", ref: versionRef(skill), selected: null });
  });

  test("deliver a review of that version", async ({ api }) => {
    const { caller, skill } = await held(api);
    const stranger = await connect(api);
    await tellOfChange("review", skill);
    expect(await caller.drain()).toMatchObject([{ kind: "review", ref: versionRef(skill) }]);
    expect(await stranger.drain()).toEqual([]);
  });

  test("do not deliver a review of another version", async ({ api }) => {
    const { caller, skill } = await held(api);
    const other = await publishSkill({ of: skill, select: false });
    await tellOfChange("review", other);
    expect(await caller.drain()).toEqual([]);
  });

  test("deliver each change once, even if a version is named twice or in two requests", async ({ api }) => {
    const { caller, skill } = await held(api);
    await caller.sync({ selected_versions: [versionRef(skill), versionRef(skill)] });
    await tellOfChange("review", skill);
    expect(await caller.drain()).toHaveLength(1);
  });

  test("deliver nothing for an unknown version or a version of another skill", async ({ api }) => {
    const caller = await connect(api);
    const [skill, other] = [await publishSkill(), await publishSkill()];
    await caller.sync({
      selected_versions: [versionRef(nothing), { ...versionRef(other), version_id: skill.version_id }],
    });
    await tellOfChange("review", skill);
    await tellOfChange("selection", other);
    expect(await caller.drain()).toEqual([]);
  });
});

test.describe("cursors", () => {
  test("that are unknown, or belong to another connection or endpoint, are invalid_cursor", async ({ api }) => {
    const { follower, writer, thread_id } = await followed(api);
    await writer.addInsight(thread_id, "Turn it.");
    const { delivered_cursor } = await follower.sync();
    const page = await writer.ok(read, { ref: conversation(thread_id), limit: 1 });
    const paging = "next_cursor" in page ? page.next_cursor : null;
    expect(paging).not.toBeNull();
    const last = delivered_cursor.at(-1) === "A" ? "B" : "A";
    for (const forged of [
      "x",
      "AAAA",
      Buffer.from(JSON.stringify({ sequence: "1" })).toString("base64url"),
      `${delivered_cursor}A`,
      `${delivered_cursor}=`,
      ` ${delivered_cursor}`,
      delivered_cursor.slice(0, -1),
      `${delivered_cursor.slice(0, -1)}${last}`,
      "A".repeat(2_048),
      paging,
    ])
      await follower.refused(sync, "invalid_cursor", { delivered_cursor: forged });
    await writer.refused(sync, "invalid_cursor", { delivered_cursor });
    expect(sequences((await follower.sync()).deliveries), "nothing was acknowledged").toEqual([1]);
  });

  test("with any single bit changed are refused", async ({ api }) => {
    const caller = await connect(api);
    const bytes = Buffer.from((await caller.sync()).delivered_cursor, "base64url");
    await Promise.all(
      Array.from({ length: bytes.length * 8 }, (_, bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        return caller.refused(sync, "invalid_cursor", { delivered_cursor: changed.toString("base64url") });
      }),
    );
  });
});
