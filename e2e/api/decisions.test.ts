import { expect, test } from "@/e2e/support/api";
import { openThread, publishSkill } from "@/e2e/support/fixtures";
import { connect, conversation } from "@/e2e/support/knowledge";
import { idsOf, publicDecision } from "@/e2e/support/moderating";
import { creation, heldOperation, maintainer } from "@/e2e/support/submitting";
import { revokeConnection } from "@/lib/contract/maintenance/connections";
import { hideMessage, showMessage } from "@/lib/contract/maintenance/messages";
import { decideSubmission } from "@/lib/contract/maintenance/queue";
import { addReviewNote } from "@/lib/contract/maintenance/versions";
import { listDecisions } from "@/lib/contract/public/log";

test.describe("anyone can read", () => {
  test("why a connection was revoked", async ({ api }) => {
    const [caller, victim] = [await maintainer(api), await connect(api)];
    const reason = `It spammed as ${victim.connection_id}.`;
    await caller.ok(revokeConnection, { connection_id: victim.connection_id, reason });
    expect(await publicDecision(api, "revocation", (one) => one.reason === reason)).toMatchObject({
      kind: "revocation",
      decided_by: caller.name,
      details: { connection_id: victim.connection_id },
    });
  });

  test("why a new skill was rejected, although the skill does not exist", async ({ api }) => {
    const [caller, author] = [await maintainer(api), await connect(api)];
    const operation_ref = await heldOperation(author, creation());
    const reason = "It downloads and runs.";
    await caller.ok(decideSubmission, { operation_ref, decision: "reject", reason });
    const decision = await publicDecision(api, "rejection", (one) => one.operation_ref === operation_ref);
    expect(decision).toMatchObject({ reason, version_id: null });
  });

  test("why a thread was hidden, while it is hidden", async ({ api }) => {
    const [caller, { thread_id }] = [await maintainer(api), await openThread(api)];
    const [opening] = await caller.messages(thread_id);
    const message_id = opening?.message_id ?? "";
    await caller.ok(hideMessage, { message_id, reason: "It names a person." });
    const decision = await publicDecision(api, "hide", (one) => one.thread_id === thread_id);
    expect(decision).toMatchObject({ message_id, reason: "It names a person." });
    await caller.ok(showMessage, { message_id, reason: "It names nobody." });
    const view = await caller.read(conversation(thread_id), { view: "decisions" });
    expect(JSON.stringify(view)).toContain("It names a person.");
  });
});

test.describe("the list", () => {
  test("is newest first and complete across pages, and its cursors work only for their own kind", async ({ api }) => {
    const [caller, skill] = [await maintainer(api), await publishSkill()];
    const reasons: string[] = [];
    for (let note = 0; note < 3; note += 1) {
      reasons.unshift(`Note ${note} of ${skill.version_id}.`);
      await caller.ok(addReviewNote, {
        ...idsOf(skill),
        version_checked: "1",
        note: "Runs.",
        reason: reasons[0] ?? "",
      });
    }
    const found: string[] = [];
    let cursor: string | undefined;
    while (found.length < reasons.length) {
      const { data, next_cursor } = await api.ok(listDecisions, { kind: "review", limit: 2, cursor });
      expect(data.length).toBeLessThanOrEqual(2);
      found.push(...data.filter((one) => one.version_id === skill.version_id).map((one) => one.reason));
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
    expect(found).toEqual(reasons);
    await api.refused(listDecisions, "invalid_cursor", { kind: "selection", cursor });
    await api.refused(listDecisions, "invalid_cursor", { cursor });
  });
});
