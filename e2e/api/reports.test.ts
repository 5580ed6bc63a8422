import { z } from "zod";
import { expect, test } from "@/e2e/support/api";
import { addInsight, hideThread, openThread, publishSkill, withdrawVersion } from "@/e2e/support/fixtures";
import { connect, from } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { listed, reason } from "@/e2e/support/moderating";
import { maintainer } from "@/e2e/support/submitting";
import { hideMessage } from "@/lib/contract/maintenance/messages";
import { withdrawVersion as withdraw } from "@/lib/contract/maintenance/versions";
import { createReport, dismissReports } from "@/lib/contract/public/reports";
import { getPost } from "@/lib/contract/public/threads";

test("everything public can be reported, once by each reporter, and maintainers see it by subject", async ({ api }) => {
  const [caller, skill, member] = [await maintainer(api), await publishSkill(), await connect(api)];
  const { skill_id, version_id } = skill;
  const thread = await openThread(api);
  const { connection_id } = member;
  const reply_id = await addInsight(thread.thread_id, { connection_id, body: "Buy pills." });
  const subjects = [
    { kind: "skill_version", skill_id, version_id },
    { kind: "post", post_id: thread.thread_id },
    { kind: "reply", post_id: thread.thread_id, reply_id },
  ];
  for (const subject of subjects) {
    const { data } = await api.ok(createReport, { subject, reason: "harmful", note: "Line 3." }, from("192.0.2.7"));
    expect(data).toEqual({ report_id: expect.stringMatching(/^rpt_/), state: "received" });
    const again = await api.ok(createReport, { subject, reason: "spam" }, from("192.0.2.9"));
    expect(again.data.report_id, "the same network").toBe(data.report_id);
    const other = await api.ok(createReport, { subject, reason: "spam" }, from("198.51.100.9"));
    expect(other.data.report_id).not.toBe(data.report_id);
    await member.ok(createReport, { subject, reason: "spam" });
    const id = String(Object.values(subject).at(-1));
    expect(await listed(caller, id)).toMatchObject({
      subject,
      reasons: { harmful: 1, spam: 2 },
      notes: ["Line 3."],
      reporters: { connections: 1, anonymous: 2, networks: 3 },
      weight: expect.any(Number),
    });
  }
});

test("a report on a skill counts for the version that it offers", async ({ api }) => {
  const { skill_id, version_id } = await publishSkill();
  const [skill, version] = [
    { kind: "skill", skill_id },
    { kind: "skill_version", skill_id, version_id },
  ];
  const first = await api.ok(createReport, { subject: skill, reason: "wrong" });
  expect((await api.ok(createReport, { subject: version, reason: "wrong" })).data).toEqual(first.data);
});

test("what nobody can see cannot be reported, and unknown words are refused", async ({ api }) => {
  const [skill, thread] = [await publishSkill(), await openThread(api)];
  const { skill_id, version_id } = skill;
  const other = await openThread(api);
  const { connection_id } = await connect(api);
  const reply_id = await addInsight(other.thread_id, { connection_id, body: "Look." });
  const { opening } = (await api.ok(getPost, { post_id: other.thread_id })).data;
  const asReply = { kind: "reply", post_id: other.thread_id, reply_id: opening?.message_id };
  await api.refused(createReport, "not_found", { subject: asReply, reason: "other" });
  await hideThread(thread.thread_id);
  await withdrawVersion(skill, reason);
  for (const subject of [
    { kind: "skill", skill_id },
    { kind: "skill_version", skill_id, version_id },
    { kind: "post", post_id: thread.thread_id },
    { kind: "reply", post_id: thread.thread_id, reply_id },
  ])
    await api.refused(createReport, "not_found", { subject, reason: "other" });
  const subject = { kind: "post", post_id: other.thread_id };
  for (const wrong of [
    { subject, reason: "boring" },
    { subject: { kind: "post", post_id: "thr_1" }, reason: "wrong" },
    { subject: { ...subject, skill_id }, reason: "wrong" },
    { subject, reason: "wrong", note: "x".repeat(1_001) },
    { subject, reason: "wrong", note: "a < b" },
    { reason: "wrong" },
  ])
    expect((await api.call(createReport, wrong)).status, JSON.stringify(wrong)).toBe(422);
});

test("twenty reports of one reporter at once are one", async ({ api }) => {
  const caller = await maintainer(api);
  const { thread_id: post_id } = await openThread(api);
  const report = { subject: { kind: "post", post_id }, reason: "spam" };
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.ok(createReport, report)));
  expect(new Set(answers.map(({ data }) => data.report_id)).size).toBe(1);
  expect(await listed(caller, post_id)).toMatchObject({ reporters: { connections: 0, anonymous: 1, networks: 1 } });
});

test("a maintainer dismisses the reports of a subject once, and a later reporter brings it back", async ({ api }) => {
  const [caller, member] = [await maintainer(api), await connect(api)];
  const { skill_id, version_id } = await publishSkill();
  const subject = { kind: "skill_version", skill_id, version_id };
  await api.ok(createReport, { subject, reason: "wrong" }, from("203.0.113.1"));
  await member.refused(dismissReports, "maintainer_required", { subject, reason });
  const both = await Promise.all([1, 2].map(() => caller.call(dismissReports, { subject, reason })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await listed(caller, version_id)).toBeUndefined();
  await api.ok(createReport, { subject, reason: "wrong" }, from("203.0.113.1"));
  expect(await listed(caller, version_id)).toBeUndefined();
  await api.ok(createReport, { subject, reason: "harmful" }, from("198.51.100.1"));
  expect(await listed(caller, version_id)).toMatchObject({ reasons: { harmful: 1 } });
});

test("a withdrawn version leaves the list", async ({ api }) => {
  const [caller, skill] = [await maintainer(api), await publishSkill()];
  const { skill_id, version_id } = skill;
  await api.ok(createReport, { subject: { kind: "skill_version", skill_id, version_id }, reason: "harmful" });
  expect(await listed(caller, version_id)).toBeDefined();
  await withdrawVersion(skill, reason);
  expect(await listed(caller, version_id)).toBeUndefined();
});

for (const era of eras)
  test(`an agent of ${era.era} with a token reports what it read, and is told which ids it must name`, async ({
    api,
  }) => {
    const agent = await Agent.connect(api, era, (await connect(api)).headers);
    const caller = await maintainer(api);
    const { skill_id, version_id } = await publishSkill();
    const Reported = z.looseObject({ report_id: z.string(), state: z.literal("received") });
    await agent.ok("report_content", { skill_id, reason: "harmful", note: "It deletes files." }, Reported);
    expect(await listed(caller, version_id)).toMatchObject({ notes: ["It deletes files."] });
    for (const ids of [{}, { version_id }, { skill_id, thread_id: (await openThread(api)).thread_id }])
      await agent.refused("report_content", "validation_failed", { ...ids, reason: "wrong" });
    await agent.close();
  });

test("each connection that reported is told of the decision once, in order, and others are not", async ({ api }) => {
  const [caller, one, two, other] = await Promise.all([maintainer(api), connect(api), connect(api), connect(api)]);
  const [skill, thread, kept] = [await publishSkill(), await openThread(api), await publishSkill()];
  const reply_id = await addInsight(thread.thread_id, { connection_id: other.connection_id, body: "Buy pills." });
  const version = { kind: "skill_version", skill_id: skill.skill_id, version_id: skill.version_id };
  const reply = { kind: "reply", post_id: thread.thread_id, reply_id };
  const post = { kind: "post", post_id: thread.thread_id };
  const harmless = { kind: "skill_version", skill_id: kept.skill_id, version_id: kept.version_id };
  const ids = new Map<unknown, string>();
  for (const subject of [version, reply, post, harmless]) {
    ids.set(subject, (await one.ok(createReport, { subject, reason: "harmful" })).data.report_id);
    await api.ok(createReport, { subject, reason: "harmful" }, from("192.0.2.77"));
  }
  await two.ok(createReport, { subject: version, reason: "wrong" });
  const { data: opening } = await api.ok(getPost, { post_id: thread.thread_id });
  await caller.ok(dismissReports, { subject: harmless, reason });
  await caller.ok(withdraw, { skill_id: skill.skill_id, version_id: skill.version_id, reason });
  await caller.ok(hideMessage, { message_id: reply_id, reason });
  await caller.ok(hideMessage, { message_id: opening.opening?.message_id, reason });
  const told = (subject: object, decision: string) => ({ kind: "report", subject, decision, reason });
  const news = await one.drain();
  expect(news).toEqual([
    expect.objectContaining({ ...told(harmless, "dismissed"), report_id: ids.get(harmless) }),
    expect.objectContaining({ ...told(version, "withdrawn"), report_id: ids.get(version) }),
    expect.objectContaining({ ...told(reply, "hidden"), report_id: ids.get(reply) }),
    expect.objectContaining({ ...told(post, "hidden"), report_id: ids.get(post) }),
  ]);
  expect(await two.drain()).toEqual([expect.objectContaining(told(version, "withdrawn"))]);
  expect((await other.drain()).filter(({ kind }) => kind === "report")).toEqual([]);
  for (const subject of [version, reply, post, harmless])
    await caller.refused(dismissReports, "not_found", { subject, reason });
});

test("a withdrawal and a dismissal at once: each reporter is told one decision", async ({ api }) => {
  const [caller, other, reporter] = await Promise.all([maintainer(api), maintainer(api), connect(api)]);
  const { skill_id, version_id } = await publishSkill();
  const subject = { kind: "skill_version", skill_id, version_id };
  await reporter.ok(createReport, { subject, reason: "harmful" });
  await Promise.all([
    caller.ok(withdraw, { skill_id, version_id, reason }),
    other.call(dismissReports, { subject, reason }),
  ]);
  expect(await reporter.drain()).toEqual([expect.objectContaining({ kind: "report", subject })]);
});
