import { expect, test } from "@/e2e/support/api";
import { publishSkill } from "@/e2e/support/fixtures";
import { connect, skillRef, versionRef } from "@/e2e/support/knowledge";
import { answered, candidateOf, decisionsOn, idsOf, logOf, reason } from "@/e2e/support/moderating";
import { fewAndAll, patienceMs } from "@/e2e/support/rounds";
import { maintainer, ownSkill, settled, update } from "@/e2e/support/submitting";
import { read } from "@/lib/contract/knowledge/reading";
import { submitSkill } from "@/lib/contract/knowledge/submissions";
import { addReviewNote, restoreVersion, selectVersion, withdrawVersion } from "@/lib/contract/maintenance/versions";
import { getSkill, getSkillVersion } from "@/lib/contract/public/skills";

/** Two hundred for a milestone run. */
const ROUNDS = Number(process.env.CAIRN_RACE_ROUNDS ?? 10);

test.describe("review notes", () => {
  test("the newest note is shown, delivered to holders, public as a decision and logged", async ({ api }) => {
    const [caller, holder, skill] = [await maintainer(api, "Reviewer"), await connect(api), await publishSkill()];
    await holder.sync({ selected_versions: [versionRef(skill)] });
    await caller.ok(addReviewNote, { ...idsOf(skill), version_checked: "1.0.0", note: "Runs.", reason });
    const second = { version_checked: "1.1.0", note: "Still runs." };
    const { data } = await caller.ok(addReviewNote, { ...idsOf(skill), ...second, reason });
    expect(data).toMatchObject({
      ref: versionRef(skill),
      review: { state: "reviewed", reviewer: "Reviewer", ...second },
    });
    expect((await api.ok(getSkill, { skill_id: skill.skill_id })).data).toMatchObject({ review: data.review });
    expect(await holder.drain()).toMatchObject([{ kind: "review" }, { kind: "review", review: second }]);
    expect(await decisionsOn(caller, versionRef(skill))).toMatchObject([
      { kind: "review", decided_by: "Reviewer", reason, details: second },
      { kind: "review" },
    ]);
    expect((await logOf(skill.version_id)).map(({ kind }) => kind)).toEqual(["version", "review", "review"]);
  });

  test("a note is checked like every public text", async ({ api }) => {
    const [caller, skill] = [await maintainer(api), await publishSkill()];
    const note = `Set ghp_${"aB3dE6gH9jK2".repeat(3)}`;
    const problem = await caller.refused(addReviewNote, "unsafe_text", {
      ...idsOf(skill),
      version_checked: "1",
      note,
      reason,
    });
    expect(problem.errors).toMatchObject([{ pointer: "/note" }]);
  });
});

test.describe("selecting a version", () => {
  test("an older version can be selected again: holders are notified, and the decision and the log give the reason", async ({
    api,
  }) => {
    const [caller, holder, first] = [await maintainer(api), await connect(api), await publishSkill()];
    const second = await publishSkill({ of: first });
    await holder.sync({ selected_versions: [versionRef(second)] });
    const input = { ...idsOf(first), observed_selection_revision: "2", reason };
    const { data } = await caller.ok(selectVersion, input);
    expect(data).toEqual({ ref: versionRef(first), previous: versionRef(second), selection_revision: "3" });
    expect(await holder.drain()).toMatchObject([
      { kind: "selection", ref: versionRef(first), held: versionRef(second), selection_revision: "3" },
    ]);
    expect(await decisionsOn(caller, skillRef(first))).toMatchObject([
      { kind: "selection", version_id: first.version_id, reason },
    ]);
    expect((await logOf(first.skill_id)).at(-1)).toEqual({
      kind: "selection",
      details: {
        version_id: first.version_id,
        previous_version_id: second.version_id,
        selection_revision: "3",
        by: caller.connection_id,
        reason,
      },
    });
    await caller.refused(selectVersion, "selection_revision_conflict", input);
    await caller.refused(selectVersion, "invalid_transition", { ...input, observed_selection_revision: "3" });
  });

  test("the skill's author may only select a candidate, which ends its review", async ({ api }) => {
    const author = await connect(api);
    const skill = await ownSkill(author);
    const { by, operation, version } = await candidateOf(api, skill);
    const input = { ...idsOf(version), observed_selection_revision: "1", reason };
    await by.refused(selectVersion, "maintainer_required", input);
    await author.ok(selectVersion, input);
    expect(await settled(by, operation.operation_ref)).toMatchObject({
      state: "succeeded",
      result: { ref: versionRef(version), selection_revision: "2", warnings: [] },
    });
    expect(await by.drain()).toMatchObject([{ kind: "operation", operation: { state: "succeeded" } }]);
    const rollback = { ...idsOf(skill), observed_selection_revision: "2", reason };
    await author.refused(selectVersion, "maintainer_required", rollback);
  });

  for (const { count, tag } of fewAndAll(3, ROUNDS))
    test(`of twenty setters in each of ${count} rounds exactly one wins`, { tag }, async ({ api }) => {
      test.setTimeout(patienceMs(count));
      const caller = await maintainer(api);
      const versions = [await publishSkill()];
      for (let i = 0; i < 20; i += 1) versions.push(await publishSkill({ of: versions[i] }));
      const [first] = versions;
      if (!first) throw new Error("no skill");
      let selected = versions.at(-1)?.version_id;
      for (let round = 0; round < count; round += 1) {
        const observed_selection_revision = String(21 + round);
        const others = versions.filter(({ version_id }) => version_id !== selected);
        const answers = await Promise.all(
          others.map((version) =>
            answered(() => caller.call(selectVersion, { ...idsOf(version), observed_selection_revision, reason })),
          ),
        );
        const won = answers.flatMap((answer) => (answer.ok ? [answer.body.data] : []));
        const codes = answers.flatMap((answer) => (answer.ok ? [] : [answer.problem.code]));
        expect(won).toMatchObject([{ selection_revision: String(22 + round), previous: { version_id: selected } }]);
        expect(codes).toEqual(Array(19).fill("selection_revision_conflict"));
        selected = won[0]?.ref.version_id;
      }
      expect((await logOf(first.skill_id)).filter(({ kind }) => kind === "selection")).toHaveLength(21 + count);
      expect((await caller.sync({ selected_versions: [versionRef(first)] })).versions[0]?.selected?.version_id).toBe(
        selected,
      );
    });
});

test.describe("withdrawing a version", () => {
  test("a withdrawn version is 410 with the reason, and the newest earlier version replaces it", async ({ api }) => {
    const [caller, holder, first] = [await maintainer(api), await connect(api), await publishSkill()];
    const second = await publishSkill({ of: first });
    await publishSkill({ of: second, select: false });
    await holder.sync({ selected_versions: [versionRef(second)] });
    const { data } = await caller.ok(withdrawVersion, { ...idsOf(second), reason });
    expect(data).toEqual({
      ref: versionRef(second),
      state: "withdrawn",
      selected: versionRef(first),
      selection_revision: "3",
    });
    const problem = await api.refused(getSkillVersion, "withdrawn", idsOf(second));
    expect(problem.detail).toContain(reason);
    const [decision] = await decisionsOn(caller, versionRef(second));
    expect(problem).toMatchObject({ reason, withdrawn_at: expect.any(String), decision });
    expect(await holder.refused(read, "withdrawn", { ref: versionRef(second) })).toMatchObject({ decision });
    expect((await api.ok(getSkill, { skill_id: first.skill_id })).data).toMatchObject({ version_id: first.version_id });
    expect(await holder.drain()).toMatchObject([
      { kind: "withdrawal", ref: versionRef(second), selected: versionRef(first), selection_revision: "3" },
    ]);
    expect(await decisionsOn(caller, versionRef(second))).toMatchObject([{ kind: "withdrawal", reason }]);
    expect((await logOf(second.version_id)).at(-1)).toMatchObject({
      kind: "withdrawal",
      details: { reason, selected_version_id: first.version_id },
    });
    expect((await logOf(first.skill_id)).at(-1)).toMatchObject({
      kind: "selection",
      details: { version_id: first.version_id, selection_revision: "3" },
    });
    await caller.refused(withdrawVersion, "invalid_transition", { ...idsOf(second), reason });
  });

  test("without an earlier version none is selected, and the revision changes so that updates conflict", async ({
    api,
  }) => {
    const [caller, other, skill] = [await maintainer(api), await connect(api), await publishSkill()];
    const { data } = await caller.ok(withdrawVersion, { ...idsOf(skill), reason });
    expect(data).toMatchObject({ selected: null, selection_revision: "2" });
    const problem = await api.refused(getSkill, "withdrawn", { skill_id: skill.skill_id });
    expect(problem).toMatchObject({ decision: { version_id: skill.version_id, decided_by: caller.name } });
    await other.refused(submitSkill, "selection_revision_conflict", update(skill, "1"));
  });

  test("withdrawing an unselected version does not change the selection", async ({ api }) => {
    const [caller, first] = [await maintainer(api), await publishSkill()];
    const second = await publishSkill({ of: first });
    const { data } = await caller.ok(withdrawVersion, { ...idsOf(first), reason });
    expect(data).toMatchObject({ selected: versionRef(second), selection_revision: "2" });
  });

  test("a skill with only a candidate left is withdrawn, not unknown", async ({ api }) => {
    const [caller, reader, skill] = [await maintainer(api), await connect(api), await publishSkill()];
    await publishSkill({ of: skill, select: false });
    await caller.ok(withdrawVersion, { ...idsOf(skill), reason });
    await api.refused(getSkill, "withdrawn", { skill_id: skill.skill_id });
    await reader.refused(read, "withdrawn", { ref: skillRef(skill) });
  });

  test("a restored version is readable again but not selected", async ({ api }) => {
    const [caller, holder, skill] = [await maintainer(api), await connect(api), await publishSkill()];
    await holder.sync({ selected_versions: [versionRef(skill)] });
    await caller.refused(restoreVersion, "invalid_transition", { ...idsOf(skill), reason });
    await caller.ok(withdrawVersion, { ...idsOf(skill), reason });
    await caller.refused(selectVersion, "invalid_transition", {
      ...idsOf(skill),
      observed_selection_revision: "2",
      reason,
    });
    const { data } = await caller.ok(restoreVersion, { ...idsOf(skill), reason: "It was right." });
    expect(data).toEqual({ ref: versionRef(skill), state: "published", selected: null, selection_revision: "2" });
    await api.ok(getSkillVersion, idsOf(skill));
    expect(await holder.drain(), "told as it is now").toMatchObject([
      { kind: "withdrawal", ref: versionRef(skill), state: "current" },
      { kind: "withdrawal", ref: versionRef(skill), state: "current" },
    ]);
    await caller.ok(selectVersion, { ...idsOf(skill), observed_selection_revision: "2", reason });
    expect((await decisionsOn(caller, skillRef(skill))).map(({ kind }) => kind)).toEqual([
      "selection",
      "restoration",
      "withdrawal",
    ]);
    expect((await logOf(skill.version_id)).map(({ kind }) => kind)).toEqual(["version", "withdrawal", "restoration"]);
  });

  test("withdrawing a candidate rejects its submission", async ({ api }) => {
    const caller = await maintainer(api);
    const { by, operation, version } = await candidateOf(api, await publishSkill());
    await caller.ok(withdrawVersion, { ...idsOf(version), reason });
    expect(await settled(by, operation.operation_ref)).toMatchObject({
      state: "rejected",
      problem: { code: "review_declined", reason },
    });
  });
});
