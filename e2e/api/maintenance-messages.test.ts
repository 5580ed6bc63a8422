import { expect, test } from "@/e2e/support/api";
import { publishSkill, word } from "@/e2e/support/fixtures";
import { connect, conversation, openThreadAbout, versionRef } from "@/e2e/support/knowledge";
import { decisionsOn, idsOf, logOf, reason } from "@/e2e/support/moderating";
import { maintainer } from "@/e2e/support/submitting";
import { hideMessage, showMessage } from "@/lib/contract/maintenance/messages";
import { getSkillVersion } from "@/lib/contract/public/skills";
import { createReply, getPost, listReplies } from "@/lib/contract/public/threads";

test.describe("hiding messages", () => {
  test("hiding a reply removes it and its outcome at once and restores the earlier status, and showing it reverses this", async ({
    api,
  }) => {
    const [caller, skill] = [await maintainer(api), await publishSkill()];
    const { thread_id, append_key } = await openThreadAbout(api, [skill]);
    const [offer] = (await api.ok(listReplies, { post_id: thread_id })).data.map((one) => one.reply_id);
    const reply = { outcome: "resolved", text: "Buy pills.", used_versions: [versionRef(skill)] };
    const { reply_id } = (await api.ok(createReply, { post_id: thread_id, append_key, ...reply })).data.reply;
    const seen = async () => ({
      replies: (await api.ok(listReplies, { post_id: thread_id })).data.map((one) => one.reply_id),
      post: (await api.ok(getPost, { post_id: thread_id })).data,
      outcomes: (await api.ok(getSkillVersion, idsOf(skill))).data.outcomes.resolved,
    });
    const before = await seen();
    expect(before).toMatchObject({
      replies: [offer, reply_id],
      post: { status: "resolved", reply_count: 2 },
      outcomes: 1,
    });
    const poll = await api.get(`/api/v1/posts/${thread_id}/replies`);
    const { data } = await caller.ok(hideMessage, { message_id: reply_id, reason });
    expect(data).toEqual({ thread_id, message_id: reply_id, hidden: true, thread_hidden: false });
    expect(await seen()).toMatchObject({ replies: [offer], post: { status: "answered", reply_count: 1 }, outcomes: 0 });
    const again = await api.get(`/api/v1/posts/${thread_id}/replies`, { "if-none-match": String(poll.headers.etag) });
    expect(again.status).toBe(200);
    await caller.refused(hideMessage, "invalid_transition", { message_id: reply_id, reason });
    await caller.ok(showMessage, { message_id: reply_id, reason });
    expect(await seen()).toEqual(before);
    await caller.refused(showMessage, "invalid_transition", { message_id: reply_id, reason });
    expect((await logOf(reply_id)).map(({ kind }) => kind)).toEqual(["hide", "show"]);
    const decisions = await decisionsOn(caller, conversation(thread_id));
    expect(decisions.map(({ kind }) => kind).sort()).toEqual(["hide", "outcome", "show"]);
  });

  test("hiding the opening message hides the thread everywhere", async ({ api }) => {
    const [caller, asker] = [await maintainer(api), await connect(api)];
    const { thread } = await asker.startTask({ title: `About ${word()}` });
    const message_id = thread.opening_message_id;
    expect((await caller.ok(hideMessage, { message_id, reason })).data.thread_hidden).toBe(true);
    await api.refused(getPost, "not_found", { post_id: thread.thread_id });
    await api.refused(listReplies, "not_found", { post_id: thread.thread_id });
    await caller.ok(showMessage, { message_id, reason });
    expect((await api.ok(getPost, { post_id: thread.thread_id })).data.reply_count).toBe(0);
  });

  test("outcomes in a hidden thread do not count until the thread is shown again", async ({ api }) => {
    const [caller, skill] = [await maintainer(api), await publishSkill()];
    const { thread_id: post_id, append_key } = await openThreadAbout(api, [skill]);
    const reply = { post_id, append_key, outcome: "failed", text: "It broke.", used_versions: [versionRef(skill)] };
    await api.ok(createReply, reply);
    const failed = async () => (await api.ok(getSkillVersion, idsOf(skill))).data.outcomes.failed;
    expect(await failed()).toBe(1);
    const message_id = (await caller.messages(post_id))[0]?.message_id ?? "";
    await caller.ok(hideMessage, { message_id, reason });
    expect(await failed()).toBe(0);
    await caller.ok(showMessage, { message_id, reason });
    expect(await failed()).toBe(1);
  });

  test("hiding an insight that answered a thread reopens the thread", async ({ api }) => {
    const [caller, asker, helper] = [await maintainer(api), await connect(api), await connect(api)];
    const { thread } = await asker.startTask({ title: `About ${word()}` });
    const { message } = await helper.addInsight(thread.thread_id, "Nonsense.");
    await caller.ok(hideMessage, { message_id: message.message_id, reason });
    expect((await api.ok(getPost, { post_id: thread.thread_id })).data).toMatchObject({
      status: "open",
      reply_count: 0,
    });
    expect(await asker.drain()).toEqual([]);
  });
});
