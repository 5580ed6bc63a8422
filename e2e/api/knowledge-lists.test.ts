import { expect, test } from "@/e2e/support/api";
import { hideMessage, openThread, publishSkill } from "@/e2e/support/fixtures";
import { type Caller, conversation, decide, skillRef, versionRef } from "@/e2e/support/knowledge";
import { CONVERSATION_VIEWS, LISTS, nextCursor, of, SKILL_VIEWS, scene } from "@/e2e/support/knowledge-reading";
import { read, type View } from "@/lib/contract/knowledge/reading";
import { createReply } from "@/lib/contract/public/threads";

test.describe("list views", () => {
  /** Every item of a list view, one per page. */
  async function pages(caller: Caller, ref: object, view: View): Promise<{ items: unknown[]; cursors: string[] }> {
    const items: unknown[] = [];
    const cursors: string[] = [];
    for (;;) {
      const answer = await caller.read(ref, { view, limit: 1, cursor: cursors.at(-1) });
      const page = "items" in answer.data ? answer.data.items : [];
      expect(page).toHaveLength(1);
      items.push(...page);
      const cursor = nextCursor(answer);
      if (!cursor) return { items, cursors };
      cursors.push(cursor);
    }
  }

  test("return the same items in the same order with any page size", async ({ api }) => {
    const { caller, first, second, thread_id, append_key } = await scene(api);
    await publishSkill({ of: second });
    for (const outcome of ["partial", "failed", "resolved"])
      await api.ok(createReply, { post_id: thread_id, append_key, outcome, text: `It was ${outcome}.` });
    const { skill_id, version_id } = second;
    for (let i = 0; i < 4; i += 1) await decide({ kind: "review", reason: `Looked ${i} times.`, skill_id, version_id });
    await decide({ kind: "hide", reason: "Out of place.", thread_id });
    const walks: Array<[ref: object, view: View, count: number]> = [
      [skillRef(first), "history", 3],
      [versionRef(second), "history", 2],
      [conversation(thread_id), "messages", 5],
      [skillRef(first), "decisions", 4],
      [versionRef(second), "decisions", 4],
      [conversation(thread_id), "decisions", 4],
    ];
    for (const [ref, view, count] of walks) {
      const whole = await caller.read(ref, { view, limit: 25 });
      const { items } = await pages(caller, ref, view);
      expect(items, `${view} of ${JSON.stringify(ref)}`).toHaveLength(count);
      expect("items" in whole.data && whole.data.items).toEqual(items);
      expect(nextCursor(whole)).toBeNull();
    }
  });

  test("have ten items by default and at most twenty-five", async ({ api }) => {
    const { caller, thread_id } = await scene(api);
    for (let i = 0; i < 25; i += 1) await caller.addInsight(thread_id, `Turn ${i}.`);
    const usual = of(await caller.read(conversation(thread_id)), "messages");
    expect(usual.items.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 10 }, (_, i) => i + 1));
    expect(of(await caller.read(conversation(thread_id), { limit: 25 }), "messages").items).toHaveLength(25);
    for (const limit of [0, 26, 1.5, "5"])
      await caller.refused(read, "validation_failed", { ref: conversation(thread_id), limit });
  });

  test("accept a cursor with another page size and include messages written in between", async ({ api }) => {
    const { caller, thread_id } = await scene(api);
    const cursor = nextCursor(await caller.read(conversation(thread_id), { limit: 1 }));
    await caller.addInsight(thread_id, "Turn on.");
    const rest = of(await caller.read(conversation(thread_id), { limit: 25, cursor }), "messages");
    expect(rest.items.map(({ sequence }) => sequence)).toEqual(["2", "3"]);
  });

  test("refuse a cursor of another list, subject or view", async ({ api }) => {
    const { caller, first, second, thread_id } = await scene(api);
    const other = await openThread(api);
    const third = await publishSkill({ of: second });
    const cursor = nextCursor(await caller.read(skillRef(first), { view: "history", limit: 1 }));
    const messages = nextCursor(await caller.read(conversation(thread_id), { limit: 1 }));
    expect([typeof cursor, typeof messages]).toEqual(["string", "string"]);
    for (const [ref, view, wrong] of [
      [skillRef(first), "decisions", cursor],
      [versionRef(third), "history", cursor],
      [conversation(thread_id), "messages", cursor],
      [conversation(other.thread_id), "messages", messages],
      [conversation(thread_id), "decisions", messages],
      [skillRef(first), "history", messages],
      [skillRef(first), "history", "AAAA"],
      [skillRef(first), "history", (await caller.sync()).delivered_cursor],
    ] as const)
      await caller.refused(read, "invalid_cursor", { ref, view, cursor: wrong });
    await caller.read(skillRef(first), { view: "history", cursor });
  });

  test("a cursor is 400 and a limit is ignored in other views", async ({ api }) => {
    const { caller, first, second, thread_id } = await scene(api);
    const cursor = nextCursor(await caller.read(skillRef(first), { view: "history", limit: 1 }));
    const compare = (view: View) => (view === "comparison" ? { compare_version_id: first.version_id } : {});
    for (const [ref, views] of [
      [skillRef(second), SKILL_VIEWS],
      [versionRef(second), SKILL_VIEWS],
      [conversation(thread_id), CONVERSATION_VIEWS],
    ] as const)
      for (const view of views.filter((one) => !LISTS.includes(one))) {
        const problem = await caller.refused(read, "invalid_cursor", { ref, view, cursor, ...compare(view) });
        expect(problem.status).toBe(400);
        expect(await caller.read(ref, { view, limit: 1, ...compare(view) })).toEqual(
          await caller.read(ref, { view, ...compare(view) }),
        );
      }
  });

  test("the history of a version lists that version and its base versions, newest first", async ({ api }) => {
    const { caller, first, second } = await scene(api);
    const side = await publishSkill({ of: first });
    const history = async (ref: object) =>
      of(await caller.read(ref, { view: "history" }), "history").items.map(({ version_id }) => version_id);
    expect(await history(versionRef(second))).toEqual([second.version_id, first.version_id]);
    expect(await history(versionRef(side))).toEqual([side.version_id, first.version_id]);
    expect(await history(skillRef(first))).toEqual([side.version_id, second.version_id, first.version_id]);
  });

  test("hidden messages are left out, and their sequence stays unused", async ({ api }) => {
    const { caller, thread_id, message } = await scene(api);
    await caller.addInsight(thread_id, "Turn on.");
    await hideMessage(message.message_id);
    expect((await caller.messages(thread_id)).map(({ sequence }) => sequence)).toEqual(["1", "3"]);
  });
});

test.describe("decisions", () => {
  test("name the decision, its maintainer and its reason, newest first", async ({ api }) => {
    const { caller, second, thread_id, append_key } = await scene(api);
    const { skill_id, version_id } = second;
    const selection = await decide({ kind: "selection", reason: "It is better.", skill_id, version_id });
    const review = await decide({ kind: "review", reason: "Ran it.", skill_id, version_id });
    const { items } = of(await caller.read(skillRef(second), { view: "decisions" }), "decisions");
    expect(items.map(({ decision_id }) => decision_id)).toEqual([review, selection]);
    expect(items[1]).toMatchObject({
      kind: "selection",
      decided_by: "A maintainer",
      reason: "It is better.",
      skill_id,
      version_id,
      thread_id: null,
    });
    const hide = await decide({ kind: "hide", reason: "Out of place.", thread_id });
    const { data } = await api.ok(createReply, {
      post_id: thread_id,
      append_key,
      outcome: "failed",
      text: "It did not.",
    });
    const about = of(await caller.read(conversation(thread_id), { view: "decisions" }), "decisions").items;
    expect(about.map(({ kind }) => kind)).toEqual(["outcome", "hide"]);
    expect(about[0]).toMatchObject({
      reason: "It did not.",
      message_id: data.reply.reply_id,
      details: { outcome: "failed" },
      created_at: data.reply.created_at,
    });
    expect(about[1]?.decision_id).toBe(hide);
  });

  test("of a version are its own, and of a skill those of all its versions", async ({ api }) => {
    const { caller, first, second } = await scene(api);
    const { skill_id } = first;
    const one = await decide({ kind: "review", reason: "Ran it.", skill_id, version_id: first.version_id });
    const two = await decide({ kind: "review", reason: "Ran it.", skill_id, version_id: second.version_id });
    const ids = async (ref: object) =>
      of(await caller.read(ref, { view: "decisions" }), "decisions").items.map(({ decision_id }) => decision_id);
    expect(await ids(versionRef(first))).toEqual([one]);
    expect(await ids(versionRef(second))).toEqual([two]);
    expect(await ids(skillRef(first))).toEqual([two, one]);
  });
});
