import { expect, test } from "@/e2e/support/api";
import { database, hideThread, publishSkill, withdrawVersion, word } from "@/e2e/support/fixtures";
import { connect, conversation, nothing, select, skillRef, versionRef } from "@/e2e/support/knowledge";
import { CONVERSATION_VIEWS, LISTS, nextCursor, of, SKILL_VIEWS, scene } from "@/e2e/support/knowledge-reading";
import { idsOf } from "@/e2e/support/moderating";
import { maintainer } from "@/e2e/support/submitting";
import { read, type View } from "@/lib/contract/knowledge/reading";
import { addReviewNote } from "@/lib/contract/maintenance/versions";
import { getSkillVersion } from "@/lib/contract/public/skills";
import { createReply } from "@/lib/contract/public/threads";

const VIEWS: View[] = [...new Set([...SKILL_VIEWS, ...CONVERSATION_VIEWS])];

test.describe("each kind of reference in each view", () => {
  for (const kind of ["skill", "skill_version", "conversation"] as const)
    for (const view of VIEWS) {
      const supported = kind === "conversation" ? CONVERSATION_VIEWS : SKILL_VIEWS;
      const answered = supported.includes(view);
      test(`a ${kind} as ${view} is ${answered ? "answered" : "view_not_supported"}`, async ({ api }) => {
        const { caller, first, second, thread_id } = await scene(api);
        const ref = {
          skill: skillRef(second),
          skill_version: versionRef(second),
          conversation: conversation(thread_id),
        }[kind];
        const compare = view === "comparison" ? { compare_version_id: first.version_id } : {};
        if (answered) {
          const answer = await caller.read(ref, { view, ...compare });
          expect(answer.data).toMatchObject({ ref, view });
          expect(nextCursor(answer)).toBe(LISTS.includes(view) ? null : undefined);
          return;
        }
        const problem = await caller.refused(read, "view_not_supported", { ref, view, ...compare });
        expect(problem.status).toBe(422);
        expect([...(problem.supported ?? [])].sort()).toEqual([...supported].sort());
      });
    }

  test("without a view, a skill or version is read as content and a conversation as messages", async ({ api }) => {
    const { caller, second, thread_id } = await scene(api);
    for (const ref of [skillRef(second), versionRef(second)])
      expect(await caller.read(ref)).toEqual(await caller.read(ref, { view: "content" }));
    expect(await caller.read(conversation(thread_id))).toEqual(
      await caller.read(conversation(thread_id), { view: "messages" }),
    );
  });

  test("an unknown id is 404 in every view of its kind", async ({ api }) => {
    const { caller, first, second } = await scene(api);
    const other = await publishSkill();
    const refs = [
      skillRef(nothing),
      versionRef(nothing),
      { ...versionRef(second), version_id: nothing.version_id },
      { ...versionRef(other), version_id: second.version_id },
    ];
    for (const ref of refs)
      for (const view of SKILL_VIEWS) {
        const compare = view === "comparison" ? { compare_version_id: first.version_id } : {};
        await caller.refused(read, "not_found", { ref, view, ...compare });
      }
    for (const view of CONVERSATION_VIEWS)
      await caller.refused(read, "not_found", { ref: conversation(nothing.thread_id), view });
  });

  test("a hidden thread is 404 in every view, and nothing links to it", async ({ api }) => {
    const { caller, second, thread_id } = await scene(api);
    await hideThread(thread_id);
    for (const view of CONVERSATION_VIEWS)
      await caller.refused(read, "not_found", { ref: conversation(thread_id), view });
    expect(of(await caller.read(versionRef(second), { view: "links" }), "links").threads).toEqual([]);
    expect(of(await caller.read(versionRef(second), { view: "provenance" }), "provenance").used_in).toEqual([]);
  });

  test("reading stores nothing", async ({ api }) => {
    const { caller, second } = await scene(api);
    const stored = async () => {
      const [row] = await database()<{ operations: number; decisions: number }[]>`
        select (select count(*)::int from operations o where o.connection_id = ${caller.connection_id}) as operations,
               (select count(*)::int from decisions d where d.skill_id = ${second.skill_id}) as decisions`;
      return row;
    };
    const before = await stored();
    for (const view of SKILL_VIEWS.filter((one) => one !== "comparison"))
      await caller.read(versionRef(second), { view });
    expect(await stored()).toEqual(before);
  });
});

test.describe("content", () => {
  test("of a skill is its selected version, of a version that version", async ({ api }) => {
    const { caller, first, second } = await scene(api);
    const whole = of(await caller.read(skillRef(second)), "content");
    expect(whole.skill).toMatchObject({
      skill_id: second.skill_id,
      slug: second.slug,
      canonical_url: `${api.base}/skills/${second.skill_id}/${second.slug}`,
      selected: versionRef(second),
      selection_revision: "2",
    });
    expect(whole.version).toMatchObject({
      version_id: second.version_id,
      base_version_id: first.version_id,
      title: second.title,
      markdown: second.markdown,
      is_selected: true,
      is_candidate: false,
      review: { state: "reviewed", version_checked: "15.5.0" },
      outcomes: { resolved: 0, partial: 0, failed: 0, score: null, reporters: { connections: 0, anonymous: 0 } },
    });
    const { createHash } = await import("node:crypto");
    expect(whole.version.content_sha256).toBe(createHash("sha256").update(second.markdown).digest("hex"));
    const older = of(await caller.read(versionRef(first)), "content");
    expect(older.skill).toEqual(whole.skill);
    expect(older.version).toMatchObject({ version_id: first.version_id, markdown: first.markdown, is_selected: false });
    expect(older.version.review).toEqual({ state: "none", note: "No verification is recorded for this version." });
  });

  test("matches the version's own URL on every read", async ({ api }) => {
    const { caller, second } = await scene(api);
    const { skill_id, version_id } = second;
    const { data } = await api.ok(getSkillVersion, { skill_id, version_id });
    for (const ref of [versionRef(second), skillRef(second), versionRef(second)])
      expect(of(await caller.read(ref), "content").version).toEqual(data);
  });

  test("shows the current selection, review and outcomes on every read", async ({ api }) => {
    const { caller, first, second, thread_id, append_key } = await scene(api);
    const before = of(await caller.read(versionRef(second)), "content").version;
    await select(second.skill_id, first.version_id);
    const note = { ...idsOf(second), version_checked: "15.6.0", note: "Ran it again.", reason: "Seen." };
    await (await maintainer(api)).ok(addReviewNote, note);
    const outcome = { outcome: "resolved", text: "It held.", used_versions: [versionRef(second)] } as const;
    await api.ok(createReply, { post_id: thread_id, append_key, ...outcome });
    const now = of(await caller.read(versionRef(second)), "content").version;
    expect(now).toMatchObject({ is_selected: false, review: { version_checked: "15.6.0" }, outcomes: { resolved: 1 } });
    expect({ ...now, is_selected: true, review: before.review, outcomes: before.outcomes }).toEqual(before);
    expect(of(await caller.read(skillRef(second)), "content").version.version_id).toBe(first.version_id);
  });

  test("of a candidate can be read by its id", async ({ api }) => {
    const { caller, second } = await scene(api);
    const candidate = await publishSkill({ of: second, select: false });
    expect(of(await caller.read(versionRef(candidate)), "content").version).toMatchObject({ is_candidate: true });
    expect(of(await caller.read(skillRef(second)), "content").version.version_id).toBe(second.version_id);
    const [newest] = of(await caller.read(skillRef(second), { view: "history" }), "history").items;
    expect(newest).toMatchObject({ version_id: candidate.version_id, state: "candidate", is_selected: false });
  });
});

test.describe("a withdrawn version", () => {
  test("is 410 with the reason as content and as markdown, and readable in every other view", async ({ api }) => {
    const { caller, first, second } = await scene(api);
    await withdrawVersion(second, "It deletes the wrong folder.");
    for (const view of ["content", "markdown"]) {
      const problem = await caller.refused(read, "withdrawn", { ref: versionRef(second), view });
      expect([problem.status, problem.detail]).toEqual([410, expect.stringContaining("It deletes the wrong folder.")]);
    }
    for (const view of ["history", "provenance", "decisions", "links"])
      expect((await caller.read(versionRef(second), { view })).data.view).toBe(view);
    const { items } = of(await caller.read(versionRef(second), { view: "history" }), "history");
    expect(items.map(({ state, is_selected }) => [state, is_selected])).toEqual([
      ["withdrawn", false],
      ["published", false],
    ]);
    for (const [ref, compare_version_id] of [
      [versionRef(second), first.version_id],
      [versionRef(first), second.version_id],
    ] as const) {
      const { diff, from, to } = of(await caller.read(ref, { view: "comparison", compare_version_id }), "comparison");
      expect(diff).toEqual({ unified: "", lines_added: 0, lines_removed: 0, withheld: true });
      expect([from.version_id, to.version_id]).toEqual([first.version_id, second.version_id]);
    }
    const everything = await Promise.all(
      ["history", "provenance", "decisions", "links"].map((view) => caller.read(versionRef(second), { view })),
    );
    expect(JSON.stringify(everything)).not.toContain("Look back.");
  });

  test("makes its skill 410 if it was the last one, and the other views still work", async ({ api }) => {
    const caller = await connect(api);
    const skill = await publishSkill();
    await withdrawVersion(skill, "It was wrong.");
    for (const selected of [skill.version_id, null]) {
      await select(skill.skill_id, selected);
      for (const view of ["content", "markdown"])
        await caller.refused(read, "withdrawn", { ref: skillRef(skill), view });
      for (const view of ["history", "provenance", "decisions", "links"])
        expect((await caller.read(skillRef(skill), { view })).data.view).toBe(view);
    }
  });
});

test("the reference of a search result can be read", async ({ api }) => {
  const caller = await connect(api);
  const skill = await publishSkill({ title: `Tame the ${word()}` });
  const { search } = await caller.startTask({ query: skill.title });
  const ref = search?.skills[0]?.ref;
  expect(ref).toEqual(versionRef(skill));
  expect(of(await caller.read(ref ?? {}), "content").version.title).toBe(skill.title);
});
