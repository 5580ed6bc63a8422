import { expect, test } from "@/e2e/support/api";
import {
  becomesFindable,
  database,
  hideThread,
  publishSkill,
  type Skill,
  threadsAsking,
  withdrawVersion,
  word,
} from "@/e2e/support/fixtures";
import { connect, nothing, versionRef } from "@/e2e/support/knowledge";
import { findableSkill, findings, foundSoon } from "@/e2e/support/knowledge-reading";
import { read } from "@/lib/contract/knowledge/reading";
import { searchPost } from "@/lib/contract/public/search";
import { createReply } from "@/lib/contract/public/threads";

test.describe("limits", () => {
  test("are three skills and two conversations by default, and 0 returns none", async ({ api }) => {
    const caller = await connect(api);
    const about = `${word()} ${word()}`;
    const skills: Skill[] = [];
    for (let i = 0; i < 6; i += 1) {
      skills.push(await publishSkill({ title: `Tame the ${about} number ${i}` }));
      if (i < 4) await caller.startTask({ title: `A ${about} of kind ${i}`, opening: `The ${about} does not stop.` });
    }
    const all = { skill_limit: 5, conversation_limit: 3 };
    // Before the first search for their words, because for a moment a repeated search has its earlier results.
    for (const skill of skills) await becomesFindable(api, skill);
    // The ranker knows new words a moment after the index does.
    await expect.poll(async () => (await findings(caller, about, all)).skills.length).toBe(5);
    const usual = await findings(caller, about);
    expect([usual.skills.length, usual.conversations.length]).toEqual([3, 2]);
    const most = await findings(caller, about, all);
    expect(most.conversations).toHaveLength(3);
    const one = await findings(caller, about, { skill_limit: 1, conversation_limit: 1 });
    // Without the scores: what others publish in between changes the weights of words.
    expect(one.skills.map(({ ref }) => ref)).toEqual(most.skills.slice(0, 1).map(({ ref }) => ref));
    expect(one.conversations.map(({ thread_id }) => thread_id)).toEqual(
      most.conversations.slice(0, 1).map(({ thread_id }) => thread_id),
    );
    const none = await findings(caller, about, { skill_limit: 0, conversation_limit: 0 });
    expect(none).toMatchObject({ match_quality: usual.match_quality, skills: [], conversations: [] });
    expect(usual.match_quality).not.toBe("none");
  });

  test("a query without a match returns nothing and says so", async ({ api }) => {
    const caller = await connect(api);
    expect(await findings(caller, `${word()} ${word()}`)).toEqual({
      status: "open",
      match_quality: "none",
      nothing_fits: expect.objectContaining({ reason: "no_match" }),
      degraded: false,
      skills: [],
      conversations: [],
      excluded: { incompatible: 0 },
      loaded_versions: [],
      warnings: [],
    });
  });

  for (const query of ["the", "?!", "🧑‍🌾", "' or 1=1 --", "a\\b:* & | !(x)", "\n", "語".repeat(500)])
    test(`the query ${JSON.stringify(query.slice(0, 20))} is accepted`, async ({ api }) => {
      await findings(await connect(api), query);
    });
});

test.describe("a found skill", () => {
  test("has all the fields needed to choose it", async ({ api }) => {
    const caller = await connect(api);
    const inText = word();
    const skill = await publishSkill({
      markdown: `Turn the ${inText} until it stops.`,
      review: { version_checked: "16.4.6", note: "Ran it.", reviewer: "Maintainer" },
    });
    await becomesFindable(api, skill);
    const found = await foundSoon(caller, inText);
    expect(found.match_quality).not.toBe("none");
    expect(found.skills[0]).toMatchObject({
      ref: versionRef(skill),
      title: skill.title,
      canonical_url: `${api.base}/skills/${skill.skill_id}/${skill.slug}`,
      excerpt: expect.stringContaining(inText),
      applicability: { verdict: "unconstrained", entries: [] },
      is_selected: true,
      loaded: "no",
      review: { state: "reviewed", version_checked: "16.4.6", note: "Ran it.", reviewer: "Maintainer" },
      outcomes: { resolved: 0, partial: 0, failed: 0, score: null, reporters: { connections: 0, anonymous: 0 } },
    });
    expect(found.skills[0]?.why).toEqual(["markdown"]);
    expect(JSON.stringify(found.skills[0]?.review).toLowerCase()).not.toContain("latest");
  });

  test("says in one sentence that nobody has verified it", async ({ api }) => {
    const caller = await connect(api);
    const skill = await publishSkill();
    await becomesFindable(api, skill);
    const [first] = (await findings(caller, skill.title)).skills;
    expect(first?.review).toEqual({ state: "none", note: "No verification is recorded for this version." });
  });

  test("shows the outcomes its users reported", async ({ api }) => {
    const caller = await connect(api);
    const skill = await publishSkill();
    await becomesFindable(api, skill);
    const { data } = await api.ok(searchPost, { q: skill.title });
    // The answer is cached when the outcome is reported, which is not an entry of the publish log.
    for (const _ of ["first", "cached"])
      expect((await findings(caller, skill.title)).skills[0]?.outcomes.resolved).toBe(0);
    await api.ok(createReply, {
      post_id: data.thread?.thread_id,
      append_key: data.thread?.append_key,
      outcome: "resolved",
      text: "It stopped.",
      used_versions: [versionRef(skill)],
    });
    const [first] = (await findings(caller, skill.title)).skills;
    expect(first?.outcomes).toEqual({
      ...{ resolved: 1, partial: 0, failed: 0, score: null },
      reporters: { connections: 0, anonymous: 1 },
    });
  });

  test("has a score between 0 and 1, and scores decrease along the list", async ({ api }) => {
    const { skills } = await findings(await connect(api), "test the database and the http server", { skill_limit: 5 });
    const scores = skills.map(({ score }) => score);
    expect(scores.length).toBeGreaterThan(1);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(skills.map(({ ref }) => ref.skill_id)).size, "one result a skill").toBe(skills.length);
  });
});

test.describe("loaded versions", () => {
  test("keep their order and number and are reported with their state", async ({ api }) => {
    const caller = await connect(api);
    const { versions } = await findableSkill(api, ["^1.0.0", ">=1 <3"]);
    const [old, current] = versions;
    if (!old || !current) throw new Error("Two versions were published.");
    const other = await publishSkill();
    const gone = await publishSkill();
    await withdrawVersion(gone, "It was wrong.");
    const refs = [
      versionRef(gone),
      versionRef(current),
      versionRef(old),
      { ...versionRef(other), version_id: old.version_id },
      versionRef(nothing),
      versionRef(current),
    ];
    const { loaded_versions, skills } = await findings(caller, current.title, { loaded_versions: refs });
    expect(loaded_versions.map(({ ref }) => ref)).toEqual(refs);
    expect(loaded_versions.map(({ state }) => state)).toEqual([
      "withdrawn",
      "current",
      "superseded",
      "unknown",
      "unknown",
      "current",
    ]);
    expect(loaded_versions[1]).toMatchObject({ selected: versionRef(current), selection_revision: "2" });
    expect(loaded_versions[2]).toMatchObject({ selected: versionRef(current), selection_revision: "2" });
    expect(loaded_versions[3]).toMatchObject({ selected: null, selection_revision: null });
    expect(loaded_versions[0]).toMatchObject({ selected: null, selection_revision: "1" });
    expect(skills[0]).toMatchObject({ ref: versionRef(current), loaded: "current", excerpt: null });
  });

  test("that are older make the result outdated, and the excerpt is included", async ({ api }) => {
    const caller = await connect(api);
    const inText = word();
    const markdown = `Turn the ${inText} until it stops.`;
    const old = await publishSkill({ markdown });
    const current = await publishSkill({ of: old, title: old.title, markdown: `${markdown} Then let go.` });
    await foundSoon(caller, inText);
    const { skills } = await findings(caller, inText, { loaded_versions: [versionRef(old)] });
    expect(skills[0]).toMatchObject({ ref: versionRef(current), loaded: "outdated" });
    expect(skills[0]?.excerpt).toContain(inText);
    const held = await findings(caller, inText, { loaded_versions: [versionRef(current), versionRef(old)] });
    expect(held.skills[0]).toMatchObject({ ref: versionRef(current), loaded: "current", excerpt: null });
  });
});

test.describe("conversations", () => {
  test("are found by their title and by their messages", async ({ api }) => {
    const caller = await connect(api);
    const [inTitle, inOpening, inInsight] = [word(), word(), word()];
    const { thread } = await caller.startTask({ title: `Stop the ${inTitle}`, opening: `It is a ${inOpening}.` });
    await caller.addInsight(thread.thread_id, `Turn the ${inInsight} to the left.`);
    for (const asked of [inTitle, inOpening, inInsight]) {
      const { conversations } = await findings(caller, asked);
      expect(conversations, asked).toHaveLength(1);
      expect(conversations[0]).toMatchObject({
        thread_id: thread.thread_id,
        title: `Stop the ${inTitle}`,
        status: "answered",
        canonical_url: `${api.base}/threads/${thread.thread_id}`,
        reply_count: 1,
        last_sequence: "2",
      });
    }
    expect((await findings(caller, inInsight)).conversations[0]?.excerpt).toBe(`Turn the ${inInsight} to the left.`);
  });

  test("that are hidden are not found", async ({ api }) => {
    const caller = await connect(api);
    const about = word();
    const { thread } = await caller.startTask({ title: `Stop the ${about}` });
    expect((await findings(caller, about)).conversations).toHaveLength(1);
    await hideThread(thread.thread_id);
    expect((await findings(caller, about)).conversations).toEqual([]);
  });
});

test.describe("publishing nothing", () => {
  test("a search opens no thread and stores no operation", async ({ api }) => {
    const caller = await connect(api);
    const query = `${word()} ${word()}`;
    await findings(caller, query);
    expect(await threadsAsking(query)).toBe(0);
    const [row] = await database()<{ count: number }[]>`
      select count(*)::int as count
      from operations
      where operations.connection_id = ${caller.connection_id}`;
    expect(row?.count).toBe(0);
    await caller.refused(read, "not_found", { ref: { kind: "conversation", thread_id: nothing.thread_id } });
  });

  test("a query that contains a secret is answered and not stored", async ({ api }) => {
    const caller = await connect(api);
    const secret = `gh${"p"}_${word()}${word()}${word()}`.slice(0, 40);
    await findings(caller, `why is ${secret} refused`);
    const [row] = await database()<{ threads: number; messages: number; answers: number }[]>`
      select (select count(*)::int from threads t where t.title like ${`%${secret}%`}) as threads,
             (select count(*)::int from messages m where m.body like ${`%${secret}%`}) as messages,
             (select count(*)::int from idempotency_keys k where k.body::text like ${`%${secret}%`}) as answers`;
    expect(row).toEqual({ threads: 0, messages: 0, answers: 0 });
  });
});
