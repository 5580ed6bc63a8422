import { signupIsOpen } from "@/db/queries/connections";
import { expect, test } from "@/e2e/support/api";
import { database, publishSkill, word } from "@/e2e/support/fixtures";
import { connect, nothing, versionRef } from "@/e2e/support/knowledge";
import { answered, decisionsOn, idsOf, inQueue, reason } from "@/e2e/support/moderating";
import { makeScratchDatabase } from "@/e2e/support/scratch";
import { creation, maintainer, submitted, update } from "@/e2e/support/submitting";
import { anyContract, type EndpointContract } from "@/lib/contract/endpoint";
import { submitSkill } from "@/lib/contract/knowledge/submissions";
import { listConnections, revokeConnection, setSignup } from "@/lib/contract/maintenance/connections";
import { hideMessage, showMessage } from "@/lib/contract/maintenance/messages";
import { decideSubmission, listQueue } from "@/lib/contract/maintenance/queue";
import {
  addReviewNote,
  keepVersion,
  restoreVersion,
  selectVersion,
  withdrawVersion,
} from "@/lib/contract/maintenance/versions";
import { settingSignup } from "@/lib/domain/moderation/connections";

/** A valid call of each endpoint, with ids that do not exist. */
const calls: Array<[contract: EndpointContract, input: Record<string, unknown>]> = [
  [anyContract(addReviewNote), { ...ids(), version_checked: "1.0.0", note: "Runs.", reason }],
  [anyContract(selectVersion), { ...ids(), observed_selection_revision: "0", reason }],
  [anyContract(withdrawVersion), { ...ids(), reason }],
  [anyContract(restoreVersion), { ...ids(), reason }],
  [anyContract(keepVersion), { ...ids(), rules_version: 1, reason }],
  [anyContract(decideSubmission), { operation_ref: nothing.operation_ref, decision: "reject", reason }],
  [anyContract(hideMessage), { message_id: nothing.message_id, reason }],
  [anyContract(showMessage), { message_id: nothing.message_id, reason }],
  [anyContract(revokeConnection), { connection_id: "con_AAAAAAAAAAAAAAAAAAAAAA", reason }],
];

function ids() {
  return { skill_id: nothing.skill_id, version_id: nothing.version_id };
}

test.describe("403", () => {
  for (const [contract, input] of [...calls, [anyContract(setSignup), { open: true, reason }] as const]) {
    test(`${contract.name} is only for maintainers`, async ({ api }) => {
      const member = await connect(api);
      await member.refused(contract, "maintainer_required", input);
      await api.refused(contract, "authentication_required", input);
    });

    test(`${contract.name} refuses a maintainer who is read-only, paused or revoked`, async ({ api }) => {
      const caller = await maintainer(api);
      for (const mode of ["read-only", "paused", "revoked"] as const) {
        await caller.setMode(mode);
        await caller.refused(contract, mode === "read-only" ? "connection_read_only" : `connection_${mode}`, input);
      }
    });
  }

  for (const list of [anyContract(listQueue), anyContract(listConnections)]) {
    test(`${list.name} is only for maintainers`, async ({ api }) => {
      await (await connect(api)).refused(list, "maintainer_required");
      await api.refused(list, "authentication_required");
    });
  }
});

test.describe("404 and 422", () => {
  for (const [contract, input] of calls) {
    test(`${contract.name} returns 404 for an unknown id`, async ({ api }) => {
      await (await maintainer(api)).refused(contract, "not_found", input);
    });

    test(`${contract.name} requires a reason that may be public`, async ({ api }) => {
      const caller = await maintainer(api);
      const { reason: _, ...without } = input;
      const missing = await caller.refused(contract, "validation_failed", without);
      expect(missing.errors).toMatchObject([{ pointer: "/reason", code: "required" }]);
      const long = await caller.refused(contract, "validation_failed", { ...input, reason: "x".repeat(2_001) });
      expect(long.errors).toMatchObject([{ pointer: "/reason", code: "too_long" }]);
      const secret = `AKIA${"Q2W3E4R5T6Y7U8I9".slice(0, 16)}`;
      await caller.refused(contract, "unsafe_text", {
        ...input,
        reason: `He used ghp_${"aB3dE6gH9jK2".repeat(3)} ${secret}`,
      });
    });
  }

  test("a version of another skill is 404", async ({ api }) => {
    const [caller, one, other] = [await maintainer(api), await publishSkill(), await publishSkill()];
    const mixed = { skill_id: one.skill_id, version_id: other.version_id, reason };
    await caller.refused(withdrawVersion, "not_found", mixed);
    await caller.refused(selectVersion, "not_found", { ...mixed, observed_selection_revision: "1" });
  });
});

test.describe("revoking connections", () => {
  test("a revoked connection can do nothing, its waiting operations are cancelled, and the revocation is final", async ({
    api,
  }) => {
    const [caller, victim] = [await maintainer(api), await connect(api)];
    const { operation_ref } = await submitted(victim, update(await publishSkill(), "1"));
    const input = { connection_id: victim.connection_id, reason };
    const { data } = await caller.ok(revokeConnection, input);
    const { connection_id } = victim;
    expect(data).toEqual({
      connection_id,
      control: { mode: "revoked", control_revision: "1" },
      cancelled: [operation_ref],
    });
    const refusal = await victim.call(submitSkill, creation());
    expect(refusal).toMatchObject({ ok: false, problem: { code: "connection_revoked" } });
    await caller.refused(revokeConnection, "invalid_transition", input);
    const rows = await database()`
      select d.kind, d.reason from decisions d where d.details ->> 'connection_id' = ${victim.connection_id}`;
    expect([...rows]).toEqual([{ kind: "revocation", reason }]);
  });

  test("two maintainers who revoke each other do not deadlock, and one of them is revoked", async ({ api }) => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = await Promise.all([maintainer(api), maintainer(api)]);
      const answers = await Promise.all([
        one.call(revokeConnection, { connection_id: two.connection_id, reason }),
        two.call(revokeConnection, { connection_id: one.connection_id, reason }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    }
  });
});

test("the same decision with the same key is made once", async ({ api }) => {
  const [caller, skill] = [await maintainer(api), await publishSkill()];
  const headers = { "idempotency-key": word() };
  const input = { ...idsOf(skill), version_checked: "1", note: "Runs.", reason };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => answered(() => caller.call(addReviewNote, input, headers))),
  );
  for (const answer of answers) if (!answer.ok) expect(answer.problem.code).toBe("idempotency_in_flight");
  const again = await caller.call(addReviewNote, input, headers);
  expect([again.status, again.headers["idempotency-replayed"]]).toEqual([201, "true"]);
  expect(await decisionsOn(caller, versionRef(skill))).toHaveLength(1);
});

test("closing signup is a decision and lasts until signup is opened again", async () => {
  const scratch = await makeScratchDatabase();
  const decider = { name: "Decider", connection_id: null };
  try {
    expect(await signupIsOpen(scratch.sql)).toBe(true);
    for (const open of [false, false, true]) {
      await scratch.sql.begin((sql) => settingSignup.effect(sql, decider, { open, reason }));
      expect(await signupIsOpen(scratch.sql)).toBe(open);
    }
    const rows = await scratch.sql`select d.kind, d.details from decisions d order by d.created_at, d.decision_id`;
    expect(rows.map(({ details }) => details.open)).toEqual([false, false, true]);
  } finally {
    await scratch.drop();
  }
});

test.describe("the reads of the moderation dashboard", () => {
  test("an update in review comes with a diff to its base, and a new skill without one", async ({ api }) => {
    const caller = await maintainer(api);
    const title = `Old ${word()}`;
    const applicability = [{ technology: "next.js", version_scheme: "semver" as const, constraint: ">=15" }];
    const skill = await publishSkill({ title, markdown: `# ${title}\n\nOne.\nTwo.\n`, applicability });
    const someone = await connect(api);
    const operation = await submitted(
      someone,
      update(skill, "1", { title, markdown: `# ${title}\n\nOne.\nThree.\nFour.\n`, applicability }),
    );
    const item = await inQueue(caller, operation.operation_ref);
    expect(item.changes).toMatchObject({ base: versionRef(skill), lines_added: 2, lines_removed: 1, withheld: false });
    expect(item.changes?.fields).toEqual(["description", "public_references", "markdown"]);
    expect(item.changes?.unified).toContain("-Two.\n+Three.\n+Four.");
    await caller.ok(withdrawVersion, { ...idsOf(skill), reason });
    expect((await inQueue(caller, operation.operation_ref)).changes).toMatchObject({ withheld: true, unified: "" });
    await caller.ok(decideSubmission, { operation_ref: operation.operation_ref, decision: "reject", reason });
  });

  test("connections are found by id and by part of the name, newest first, in pages, never with a token", async ({
    api,
  }) => {
    const caller = await maintainer(api);
    const name = word();
    const [one, two] = [await connect(api, `The ${name} one`), await connect(api, `Bot ${name.toUpperCase()}`)];
    const first = await caller.ok(listConnections, { q: name, limit: 1 });
    expect(first.data).toMatchObject([
      { connection_id: two.connection_id, role: "member", control: { mode: "active" }, operations: 0 },
    ]);
    expect(["open", "closed"]).toContain(first.signup);
    const rest = await caller.ok(listConnections, { q: name, limit: 1, cursor: first.next_cursor });
    expect(rest).toMatchObject({ data: [{ connection_id: one.connection_id }], next_cursor: null });
    await caller.refused(listConnections, "invalid_cursor", { q: "other", cursor: first.next_cursor });
    const byId = await caller.ok(listConnections, { q: one.connection_id });
    expect(byId.data.map(({ name: found }) => found)).toEqual([one.name]);
    expect(JSON.stringify([first, rest, byId])).not.toMatch(/ck_[\w-]{40}/);
  });
});
