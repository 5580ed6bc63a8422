import { whereWordsStand } from "@/e2e/support/all-stores";
import { type Api, expect, test } from "@/e2e/support/api";
import { addInsight, database, hideMessage, openThread, publishSkill, word } from "@/e2e/support/fixtures";
import { addOperation, type Caller, connect } from "@/e2e/support/knowledge";
import { answered, idsOf, logOf } from "@/e2e/support/moderating";
import { creation, ownSkill, risky, submit, waitingSkill } from "@/e2e/support/submitting";
import { submitSkill } from "@/lib/contract/knowledge/submissions";
import { deleteConnection, getConnection } from "@/lib/contract/public/connections";
import { createReport } from "@/lib/contract/public/reports";
import { createAppeal, getSkill, getSkillVersion } from "@/lib/contract/public/skills";
import { createReply, getPost, listReplies } from "@/lib/contract/public/threads";
import { verifyWholeLog } from "@/lib/domain/publish-log/publish-log";

/** A connection that wrote through every door, and the words that only it wrote. */
async function writer(api: Api) {
  const made: string[] = [];
  const mark = () => {
    const next = word();
    made.push(next);
    return next;
  };
  const author = await connect(api);
  const elsewhere = await openThread(api);
  const { thread } = await author.startTask({ title: `About ${mark()}`, opening: `It ${mark()}.` });
  const post_id = thread.thread_id;
  const outcome = { outcome: "resolved", text: `Done ${mark()}.` };
  const { reply } = (await author.ok(createReply, { post_id, ...outcome }, { "idempotency-key": word() })).data;
  const { message } = await author.addInsight(elsewhere.thread_id, `Do ${mark()}.`, { relevance: `As ${mark()}.` });
  const hidden = await author.addInsight(elsewhere.thread_id, `Hidden ${mark()}.`);
  await hideMessage(hidden.message.message_id);
  const description = `How to stop the ${mark()}. Use it when it does not stop.`;
  const skill = await ownSkill(author, { description, rationale: `It did ${mark()}.` });
  const waiting = await waitingSkill(author, { description: `How to go on with the ${mark()}. Use it at night.` });
  await author.ok(createAppeal, { ...idsOf(waiting), text: `It is ${mark()}.` });
  const subject = { kind: "skill_version", ...idsOf(await publishSkill()) };
  await author.ok(createReport, { subject, reason: "wrong", note: `It says ${mark()}.` });
  return { made, author, elsewhere, post_id, reply, message, skill, waiting };
}

const all = { replies: 3, posts: 1, versions: 2 };

test("everything that a connection wrote is erased, what others wrote stays, and its token is refused", async ({
  api,
}) => {
  const { author, elsewhere, post_id, reply, message, skill, waiting } = await writer(api);
  const other = await connect(api);
  await other.addInsight(post_id, "Mine stays.");
  const { data } = await author.ok(deleteConnection);
  expect(data).toEqual({ connection_id: author.connection_id, ...all });

  const { data: post } = await api.ok(getPost, { post_id });
  expect(post).toMatchObject({ title: null, retracted_by: "author" });
  const texts = async (of: string) => (await api.ok(listReplies, { post_id: of })).data;
  expect((await texts(post_id)).find(({ reply_id }) => reply_id === reply.reply_id)?.text).toBeNull();
  expect((await texts(post_id)).map(({ text }) => text)).toContain("Mine stays.");
  expect(await texts(elsewhere.thread_id)).toMatchObject([
    { reply_id: message.message_id, text: null, retracted_by: "author", author: { name: author.name } },
  ]);
  for (const one of [skill, waiting]) await api.refused(getSkillVersion, "withdrawn", idsOf(one));
  expect((await logOf(skill.version_id)).map(({ kind }) => kind)).toEqual(["version", "withdrawal", "erasure"]);

  await author.refused(getConnection, "connection_revoked");
  await author.refused(deleteConnection, "connection_revoked");
  await author.refused(submitSkill, "connection_revoked", creation());
  await api.refused(deleteConnection, "authentication_required");
  expect((await verifyWholeLog(database())).ok).toBe(true);
});

test("of its words none is left in any table, index, cache, log or backup", { tag: "@slow" }, async ({ api }) => {
  const { made, author } = await writer(api);
  expect((await whereWordsStand(made)).length).toBeGreaterThan(made.length);
  await author.ok(deleteConnection);
  await expect.poll(() => whereWordsStand(made), { message: "where the words still stand" }).toEqual([]);
});

test("a connection without texts, and a paused one with a pending operation, are deleted", async ({ api }) => {
  const author = await connect(api);
  const operation_ref = await addOperation(author);
  await author.setMode("paused");
  const { data } = await author.ok(deleteConnection);
  expect(data).toMatchObject({ replies: 0, posts: 0, versions: 0 });
  const [operation] = await database()<{ state: string; request: unknown }[]>`
    select o.state, o.request
    from operations o
    where o.operation_ref = ${operation_ref}`;
  expect(operation).toEqual({ state: "cancelled", request: null });
});

test("of several deletions at once one answers, with all the counts, and each text is erased once", async ({ api }) => {
  const { author, skill, message } = await writer(api);
  const answers = await Promise.all(Array.from({ length: 4 }, () => answered(() => author.call(deleteConnection))));
  expect(answers.flatMap((one) => (one.ok ? [one.body.data] : []))).toEqual([
    { connection_id: author.connection_id, ...all },
  ]);
  const refused = answers.flatMap((one) => (one.ok ? [] : [one.problem.code]));
  expect(refused).toEqual(["connection_revoked", "connection_revoked", "connection_revoked"]);
  expect((await logOf(skill.version_id)).map(({ kind }) => kind)).toEqual(["version", "withdrawal", "erasure"]);
  expect((await logOf(message.message_id)).map(({ kind }) => kind)).toEqual(["erasure"]);
});

test("what is written beside a deletion is refused or erased, never left", async ({ api }) => {
  const author = await connect(api);
  const { thread_id } = await openThread(api);
  const writing = (caller: Caller) => [
    ...Array.from({ length: 4 }, () => answered(() => caller.call(submitSkill, creation()))),
    ...Array.from({ length: 4 }, () => caller.addInsight(thread_id, `Do ${word()}.`).catch(() => null)),
  ];
  await submit(author, risky());
  await Promise.all([...writing(author), answered(() => author.call(deleteConnection)), ...writing(author)]);
  await author.refused(deleteConnection, "connection_revoked");
  const left = await database()`
    select m.message_id as id
    from messages m
    where m.author_connection_id = ${author.connection_id} and m.retracted_at is null
    union all
    select v.version_id
    from skill_versions v
    where v.author_connection_id = ${author.connection_id} and v.erased_at is null
    union all
    select o.operation_ref
    from operations o
    where o.connection_id = ${author.connection_id} and (o.request is not null or o.state = 'pending')`;
  expect([...left]).toEqual([]);
});

test("an interrupted deletion goes on with the next call, and a selection falls back to the version of others", async ({
  api,
}) => {
  const [author, other] = [await connect(api), await connect(api)];
  const [shared, { thread_id }] = [await publishSkill(), await openThread(api)];
  await publishSkill({ of: shared, author: author.connection_id });
  await addInsight(thread_id, { connection_id: author.connection_id, body: "Left over." });
  await addInsight(thread_id, { connection_id: other.connection_id, body: "Not mine." });
  // As a stopped process leaves it: closed to writes, with texts and a working token.
  await author.setMode("paused");
  expect((await author.ok(deleteConnection)).data).toMatchObject({ replies: 1, versions: 1 });
  const { data } = await api.ok(getSkill, { skill_id: shared.skill_id });
  expect(data.version_id).toBe(shared.version_id);
  expect((await api.ok(listReplies, { post_id: thread_id })).data.map(({ text }) => text)).toEqual([null, "Not mine."]);
});
