import { type Api, expect, test } from "@/e2e/support/api";
import { hideMessage, letKeyExpire, openThread, publishSkill, question, word } from "@/e2e/support/fixtures";
import { connect, conversation, nothing, openThreadAbout, versionRef } from "@/e2e/support/knowledge";
import { idsOf, logOf } from "@/e2e/support/moderating";
import { read } from "@/lib/contract/knowledge/reading";
import { setControls } from "@/lib/contract/knowledge/sync-and-controls";
import { searchPost } from "@/lib/contract/public/search";
import { getSkillVersion } from "@/lib/contract/public/skills";
import { createReply, getPost, listPosts, listReplies, retractPost, retractReply } from "@/lib/contract/public/threads";

const OUTCOME = { outcome: "resolved", text: "It worked." };

/** A thread with one outcome by its asker. */
async function answered(api: Api, text = OUTCOME.text) {
  const { thread_id: post_id, append_key } = await openThread(api);
  const { data } = await api.ok(createReply, { post_id, append_key, ...OUTCOME, text });
  return { post_id, append_key, reply_id: data.reply.reply_id, reply: data.reply };
}

test.describe("taking back a reply", () => {
  test("erases its text and its vote, and keeps its place, its time and its author", async ({ api }) => {
    const skill = await publishSkill();
    const { thread_id: post_id, append_key } = await openThreadAbout(api, [skill]);
    const said = { ...OUTCOME, text: `Worked ${word()}.`, used_versions: [versionRef(skill)] };
    const { reply } = (await api.ok(createReply, { post_id, append_key, ...said })).data;
    const votes = async () => (await api.ok(getSkillVersion, idsOf(skill))).data.outcomes.resolved;
    const post = async () => (await api.ok(getPost, { post_id })).data;
    expect([await votes(), (await post()).status]).toEqual([1, "resolved"]);
    const before = await api.get(`/api/v1/posts/${post_id}/replies`);

    const { data } = await api.ok(retractReply, { post_id, reply_id: reply.reply_id, append_key });
    expect(data).toEqual({
      ...reply,
      text: null,
      outcome: null,
      used_versions: [],
      retracted_at: expect.any(String),
      retracted_by: "author",
    });
    expect([await votes(), (await post()).status, (await post()).reply_count]).toEqual([0, "answered", 2]);
    const polled = await api.get(`/api/v1/posts/${post_id}/replies`, { "if-none-match": String(before.headers.etag) });
    expect(polled.status).toBe(200);
    expect(polled.text).not.toContain(said.text);
    expect((await api.ok(listReplies, { post_id, since: reply.created_at })).data).toContainEqual(data);
    expect((await api.ok(retractReply, { post_id, reply_id: reply.reply_id, append_key })).data).toEqual(data);
    expect((await logOf(reply.reply_id)).map(({ kind }) => kind)).toEqual(["erasure"]);
  });

  test("is refused to everybody else", async ({ api }) => {
    const { post_id, append_key, reply_id } = await answered(api);
    const [stranger, other] = [await connect(api), await openThread(api)];
    const of = { post_id, reply_id };
    await api.refused(retractReply, "append_key_required", of);
    await api.refused(retractReply, "append_key_invalid", { ...of, append_key: "ak_nonsense" });
    await api.refused(retractReply, "append_key_wrong_thread", { ...of, append_key: other.append_key });
    await stranger.refused(retractReply, "not_author", of);
    await api.refused(retractReply, "invalid_token", of, { authorization: `Bearer ck_${"A".repeat(43)}` });
    await api.refused(retractReply, "not_found", { ...of, reply_id: nothing.message_id, append_key });
    await api.refused(retractReply, "not_found", { reply_id, post_id: other.thread_id, append_key: other.append_key });
    const { message } = await stranger.addInsight(post_id, "Try this.");
    await api.refused(retractReply, "not_author", { post_id, reply_id: message.message_id, append_key });
    await letKeyExpire(post_id);
    await api.refused(retractReply, "append_key_expired", { ...of, append_key });
    expect((await api.ok(listReplies, { post_id })).data.map(({ text }) => text)).toEqual(["It worked.", "Try this."]);
  });

  test("takes the token of whoever wrote an insight, and tells those who follow the thread", async ({ api }) => {
    const [asker, helper] = [await connect(api), await connect(api)];
    const { thread } = await asker.startTask({ title: `About ${word()}` });
    const post_id = thread.thread_id;
    const text = `Do ${word()}.`;
    const { message } = await helper.addInsight(post_id, text, { relevance: `Because ${word()}.` });
    await asker.drain();
    const { data } = await helper.ok(retractReply, { post_id, reply_id: message.message_id });
    expect(data).toMatchObject({ text: null, relevance: null, kind: "insight", author: { name: helper.name } });
    expect((await api.ok(getPost, { post_id })).data.status).toBe("open");
    const [told] = await asker.drain();
    expect(told).toMatchObject({ kind: "reply", message: { message_id: message.message_id, body: null } });
    const { data: read_ } = await asker.ok(read, { ref: conversation(post_id), view: "markdown" });
    expect(JSON.stringify(read_)).toContain("Taken back by its author.");
    expect(JSON.stringify(read_)).not.toContain(text);
  });

  test("a connection that may not write takes nothing back, also with the key of its task", async ({ api }) => {
    const asker = await connect(api);
    const { thread } = await asker.startTask();
    const { thread_id: post_id, append_key } = thread;
    const { reply_id } = (await api.ok(createReply, { post_id, append_key, ...OUTCOME })).data.reply;
    await asker.ok(setControls, { expected_control_revision: "0", mode: "read-only" });
    await asker.refused(retractReply, "connection_read_only", { post_id, reply_id });
    await api.refused(retractReply, "connection_read_only", { post_id, reply_id, append_key });
    await asker.ok(setControls, { expected_control_revision: "1", mode: "active" });
    expect((await asker.ok(retractReply, { post_id, reply_id })).data.text).toBeNull();
  });

  test("a hidden reply is there for its author only", async ({ api }) => {
    const { post_id, append_key, reply_id } = await answered(api);
    await hideMessage(reply_id);
    const stranger = await connect(api);
    await stranger.refused(retractReply, "not_found", { post_id, reply_id });
    expect((await api.ok(retractReply, { post_id, reply_id, append_key })).data.text).toBeNull();
  });

  test("a repeated report does not bring the text back", async ({ api }) => {
    const { thread_id: post_id, append_key } = await openThread(api);
    const headers = { "idempotency-key": `retract-${word()}` };
    const report = { post_id, append_key, ...OUTCOME };
    const { reply_id } = (await api.ok(createReply, report, headers)).data.reply;
    await api.ok(retractReply, { post_id, reply_id, append_key });
    await api.refused(createReply, "answer_erased", report, headers);
    expect((await api.ok(listReplies, { post_id })).data.map(({ text }) => text)).toEqual([null]);
  });
});

test.describe("taking back a question", () => {
  test("erases its title, its opening and its technologies; the replies of others stay", async ({ api }) => {
    const [asker, helper] = [await connect(api), await connect(api)];
    const title = `About ${word()}`;
    const { thread } = await asker.startTask({ title, opening: `It ${word()} often.` });
    const post_id = thread.thread_id;
    await helper.addInsight(post_id, "Try this.");
    await helper.refused(retractPost, "not_author", { post_id });
    const { data } = await asker.ok(retractPost, { post_id });
    expect(data).toMatchObject({ post_id, title: null, technologies: [], reply_count: 1, retracted_by: "author" });
    expect((await asker.ok(retractPost, { post_id })).data).toEqual(data);
    expect((await api.ok(getPost, { post_id })).data).toMatchObject({ title: null, opening: { text: null } });
    expect((await api.ok(listReplies, { post_id })).data.map(({ text }) => text)).toEqual(["Try this."]);
    expect((await api.ok(listPosts, { q: title })).data).toEqual([]);
    const [told] = (await helper.drain()).filter(({ kind }) => kind === "reply");
    expect(told).toMatchObject({ message: { kind: "opening", body: null } });
    for (const path of ["", ".md", "/feed.atom", "/feed.json"]) {
      const page = await api.get(`/threads/${post_id}${path}`);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.text.toLowerCase()).toContain("author took back");
      expect(page.text).not.toContain(title);
    }
  });

  test("with the key of its search, whose answer is not repeated any more", async ({ api }) => {
    const q = question();
    const headers = { "idempotency-key": `retract-${word()}` };
    const { thread } = (await api.ok(searchPost, { q }, headers)).data;
    const { thread_id: post_id = "", append_key } = thread ?? {};
    await api.refused(retractPost, "append_key_required", { post_id });
    expect((await api.ok(retractPost, { post_id, append_key })).data.title).toBeNull();
    await api.refused(searchPost, "answer_erased", { q }, headers);
    // The thread itself goes on: its asker may still report, and others answer.
    await api.ok(createReply, { post_id, append_key, ...OUTCOME });
    const again = await api.ok(searchPost, { q, preview: true });
    expect(again.data.similar_threads.map(({ thread_id }) => thread_id)).not.toContain(post_id);
  });
});

test.describe("at once", () => {
  test("two callers take back the same reply once", async ({ api }) => {
    const { post_id, append_key, reply_id } = await answered(api);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.ok(retractReply, { post_id, reply_id, append_key })),
    );
    expect(new Set(answers.map(({ data }) => data.retracted_at)).size).toBe(1);
    expect((await logOf(reply_id)).map(({ kind }) => kind)).toEqual(["erasure"]);
  });

  test("replies that come while others are taken back keep count, order and status", async ({ api }) => {
    const skill = await publishSkill();
    const { thread_id: post_id, append_key } = await openThreadAbout(api, [skill]);
    const report = { post_id, append_key, ...OUTCOME, used_versions: [versionRef(skill)] };
    const first = await Promise.all(Array.from({ length: 6 }, () => api.ok(createReply, report)));
    await Promise.all([
      ...first.map(({ data }) => api.ok(retractReply, { post_id, reply_id: data.reply.reply_id, append_key })),
      ...Array.from({ length: 6 }, () => api.ok(createReply, report)),
      api.ok(retractPost, { post_id, append_key }),
    ]);
    const replies = (await api.ok(listReplies, { post_id })).data;
    const sequences = replies.map(({ sequence }) => Number(sequence));
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(replies.filter(({ text }) => text === null)).toHaveLength(6);
    expect((await api.ok(getPost, { post_id })).data).toMatchObject({
      reply_count: 13,
      status: "resolved",
      title: null,
    });
    expect((await api.ok(getSkillVersion, idsOf(skill))).data.outcomes.resolved).toBe(1);
  });
});
