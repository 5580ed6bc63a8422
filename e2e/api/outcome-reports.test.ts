import { type Api, expect, test } from "@/e2e/support/api";
import { addKey, becomesFindable, openThread, publishSkill, type Skill, type Thread } from "@/e2e/support/fixtures";
import { connect, from, offer, openThreadAbout, versionRef } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { idsOf, reason } from "@/e2e/support/moderating";
import { maintainer } from "@/e2e/support/submitting";
import { hideMessage, showMessage } from "@/lib/contract/maintenance/messages";
import type { Outcome } from "@/lib/contract/primitives";
import { searchPost } from "@/lib/contract/public/search";
import { getSkillVersion } from "@/lib/contract/public/skills";
import { createReply } from "@/lib/contract/public/threads";

async function report(api: Api, { thread_id, append_key }: Thread, skill: Skill, outcome: Outcome = "resolved") {
  const used_versions = [versionRef(skill)];
  const { data } = await api.ok(createReply, {
    ...{ post_id: thread_id, append_key, outcome, text: "It went so.", used_versions },
  });
  return { message_id: data.reply.reply_id, counted: data.counted_versions.length === 1 };
}

const outcomesOf = async (api: Api, skill: Skill) => (await api.ok(getSkillVersion, idsOf(skill))).data.outcomes;
const none = { resolved: 0, partial: 0, failed: 0, score: null, reporters: { connections: 0, anonymous: 0 } };

test.describe("outcomes that count", () => {
  test("fifteen outcomes from one address for a skill that no thread listed do not count", async ({ api }) => {
    const skill = await publishSkill();
    for (let i = 0; i < 15; i += 1) expect((await report(api, await openThread(api), skill)).counted).toBe(false);
    expect(await outcomesOf(api, skill)).toEqual(none);
  });

  test("a search lists its results for the thread that it opens", async ({ api }) => {
    const skill = await publishSkill();
    await becomesFindable(api, skill);
    const { data } = await api.ok(searchPost, { q: skill.title });
    if (!data.thread) throw new Error("No thread was opened.");
    expect(data.results.map(({ version_id }) => version_id)).toContain(skill.version_id);
    expect((await report(api, data.thread, skill)).counted).toBe(true);
    expect(await outcomesOf(api, skill)).toEqual({ ...none, resolved: 1, reporters: { connections: 0, anonymous: 1 } });
  });

  test("an insight lists the versions it names from then on, for its own thread only", async ({ api }) => {
    const [skill, other] = [await publishSkill(), await publishSkill()];
    const [thread, elsewhere] = [await openThread(api), await openThread(api)];
    expect((await report(api, thread, skill)).counted).toBe(false);
    await offer(api, thread.thread_id, [skill]);
    expect((await report(api, elsewhere, skill)).counted).toBe(false);
    expect((await report(api, thread, other)).counted).toBe(false);
    expect(await outcomesOf(api, skill)).toEqual(none);
    expect((await report(api, thread, skill, "partial")).counted).toBe(true);
    expect(await outcomesOf(api, skill)).toEqual({ ...none, partial: 1, reporters: { connections: 0, anonymous: 1 } });
  });
});

test.describe("reporters that count", () => {
  test("a network counts once a day with its newest outcome, and three networks have a score", async ({ api }) => {
    const skill = await publishSkill();
    for (const outcome of ["failed", "partial", "resolved"] as const) {
      const thread = await openThreadAbout(api, [skill], from(1));
      expect((await report(api, thread, skill, outcome)).counted).toBe(true);
    }
    expect(await outcomesOf(api, skill)).toEqual({ ...none, resolved: 1, reporters: { connections: 0, anonymous: 1 } });
    await report(api, await openThreadAbout(api, [skill], from(2)), skill);
    expect((await outcomesOf(api, skill)).score).toBeNull();
    await report(api, await openThreadAbout(api, [skill], from(3)), skill);
    const { score, reporters } = await outcomesOf(api, skill);
    expect(reporters).toEqual({ connections: 0, anonymous: 3 });
    // Three anonymous reporters with a weight of one half each: the 5 % quantile of Beta(2.5, 1).
    expect(score).toBeCloseTo(0.05 ** (1 / 2.5), 2);
  });

  test("an IPv6 network is a /48 and an IPv4 network a /24, in either notation", async ({ api }) => {
    const skill = await publishSkill();
    const addresses = ["2001:db8:7:1::1", "2001:db8:7:ffff::9", "198.18.77.1", "198.18.77.254", "::ffff:198.18.77.3"];
    for (const address of addresses) await report(api, await openThreadAbout(api, [skill], from(address)), skill);
    expect((await outcomesOf(api, skill)).reporters).toEqual({ connections: 0, anonymous: 2 });
    await report(api, await openThreadAbout(api, [skill], from("2001:db8:8::1")), skill);
    expect((await outcomesOf(api, skill)).reporters).toEqual({ connections: 0, anonymous: 3 });
  });

  test("a connection counts once across all its threads, and its network does not count", async ({ api }) => {
    const [skill, caller] = [await publishSkill(), await connect(api)];
    for (const outcome of ["failed", "resolved"] as const) {
      const { thread } = await caller.startTask();
      await offer(api, thread.thread_id, [skill]);
      const key = { ...thread, append_key: await addKey(thread.thread_id) } as unknown as Thread;
      expect((await report(api, key, skill, outcome)).counted).toBe(true);
    }
    expect(await outcomesOf(api, skill)).toEqual({ ...none, resolved: 1, reporters: { connections: 1, anonymous: 0 } });
  });

  test("while an outcome is hidden, the reporter's previous outcome counts", async ({ api }) => {
    const [skill, by] = [await publishSkill(), await maintainer(api)];
    const [first, second] = [
      await openThreadAbout(api, [skill], from(4)),
      await openThreadAbout(api, [skill], from(4)),
    ];
    await report(api, first, skill, "failed");
    const { message_id } = await report(api, second, skill, "resolved");
    const counts = async () => {
      const { resolved, failed, reporters } = await outcomesOf(api, skill);
      return [resolved, failed, reporters.anonymous];
    };
    expect(await counts()).toEqual([1, 0, 1]);
    await by.ok(hideMessage, { message_id, reason });
    expect(await counts()).toEqual([0, 1, 1]);
    await by.ok(showMessage, { message_id, reason });
    expect(await counts()).toEqual([1, 0, 1]);
  });
});

test("every view of outcomes shows the number of connections and of anonymous reporters", async ({ api }) => {
  const skill = await publishSkill();
  await becomesFindable(api, skill);
  await report(api, await openThreadAbout(api, [skill], from(5)), skill);
  const { thread } = await (await connect(api)).startTask();
  await offer(api, thread.thread_id, [skill]);
  await report(api, { ...thread, append_key: await addKey(thread.thread_id) } as unknown as Thread, skill, "failed");
  const split = { connections: 1, anonymous: 1 };
  const words = "1 connection and 1 anonymous reporter";

  const { data } = await api.ok(searchPost, { q: skill.title, preview: true });
  expect(data.results.find(({ version_id }) => version_id === skill.version_id)?.outcomes.reporters).toEqual(split);
  const caller = await connect(api);
  const found = await caller.read(versionRef(skill), { view: "content" });
  expect(found.data).toMatchObject({ version: { outcomes: { reporters: split } } });
  const told = await (await Agent.connect(api, eras[1])).call("get_skill", { skill_id: skill.skill_id });
  expect(JSON.stringify(told)).toContain(JSON.stringify(split));
  const pages = [
    `/skills/${skill.skill_id}/${skill.slug}`,
    `/skills/${skill.skill_id}/versions/${skill.version_id}`,
    `/skills?q=${encodeURIComponent(skill.title)}`,
  ];
  for (const page of pages) {
    const html = (await api.get(page)).text.replaceAll("<!-- -->", "");
    expect(html, page).toContain(`Reported by ${words}`);
  }
  for (const page of pages.slice(0, 2))
    expect((await api.get(`${page}.md`)).text, page).toContain(`reported by ${words}`);
});
