import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { becomesFindable, openThread, publishSkill, type Skill, word } from "@/e2e/support/fixtures";
import { connect, versionRef } from "@/e2e/support/knowledge";
import { findings, semver } from "@/e2e/support/knowledge-reading";
import { Agent, eras } from "@/e2e/support/mcp";
import { search, searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";
import { createReply, listReplies } from "@/lib/contract/public/threads";

const Addressed = z.looseObject({ version_id: z.string(), version_url: z.url(), skill_md_url: z.url() });

/** Where a result must say that this version is, and a check that both addresses show it. */
async function addressesOf(api: Api, { skill_id, version_id, markdown }: Skill) {
  const version_url = `${api.base}/skills/${skill_id}/versions/${version_id}`;
  const skill_md_url = `${version_url}/SKILL.md`;
  const local = (url: string) => url.slice(api.base.length);
  expect((await api.get(local(skill_md_url))).text.endsWith(markdown)).toBe(true);
  expect((await api.get(local(version_url))).status).toBe(200);
  return { version_url, skill_md_url };
}

test("results of every search and items of the directory name the page and the file of exactly their version", async ({
  api,
}) => {
  const technology = word();
  const applicability = [semver(technology, ">=1")];
  const old = await publishSkill({ applicability });
  const skill = await publishSkill({ of: old, title: old.title, applicability });
  await becomesFindable(api, skill);
  const addresses = await addressesOf(api, skill);
  const caller = await connect(api);
  const q = skill.title;
  const expected = { version_id: skill.version_id, ...addresses };
  expect((await api.ok(search, { q, preview: true })).data.results[0]).toMatchObject(expected);
  expect((await api.ok(searchPost, { q, preview: true })).data.results[0]).toMatchObject(expected);
  expect((await findings(caller, q)).skills[0]).toMatchObject({ ref: versionRef(skill), ...addresses });
  for (const input of [{ q }, { technology, sort: "updated" }] as const) {
    const { data } = await api.ok(listSkills, input);
    expect(data.find(({ skill_id }) => skill_id === skill.skill_id)).toMatchObject(addresses);
  }
  // A version is found by its id too, also one that is not selected.
  const [earlier] = (await api.ok(searchPost, { q: old.version_id, preview: true })).data.results;
  expect(earlier).toMatchObject({ version_id: old.version_id, ...(await addressesOf(api, old)) });
});

test("the page of a version, and its markdown, install that version; those of the skill the selected one", async ({
  api,
}) => {
  const old = await publishSkill();
  await publishSkill({ of: old });
  const skill = `/skills/${old.skill_id}`;
  const version = `${skill}/versions/${old.version_id}`;
  const command = (place: string) => `npx skills add ${api.base}${place}`;
  const added = (what: string) => `npx ${api.base}/client.tgz add ${what}`;
  for (const path of [version, `${version}.md`]) {
    const { text } = await api.get(path);
    expect(text).toContain(added(api.base + version));
    expect(text).toContain(command(version));
    expect(text.replaceAll(command(version), "")).not.toContain(command(skill));
  }
  for (const path of [`${skill}/${old.slug}`, `${skill}/${old.slug}.md`]) {
    const { text } = await api.get(path);
    expect(text).toContain(command(skill));
    expect(text).toContain(added(old.skill_id));
    expect(text).not.toContain(command(version));
  }
});

test("tools of MCP name both addresses as well", async ({ api }) => {
  const technology = word();
  const skill = await publishSkill({ applicability: [semver(technology, ">=1")] });
  await becomesFindable(api, skill);
  const expected = { version_id: skill.version_id, ...(await addressesOf(api, skill)) };
  for (const era of eras) {
    const agent = await Agent.connect(api, era);
    const { skill_id } = skill;
    const found = await agent.ok(
      "search_skills",
      { query: skill.title },
      z.looseObject({ results: z.array(Addressed) }),
    );
    expect(found.results[0]).toMatchObject(expected);
    expect(await agent.ok("get_skill", { skill_id }, Addressed)).toMatchObject(expected);
    const { skills } = await agent.ok("list_skills", { technology }, z.looseObject({ skills: z.array(Addressed) }));
    expect(skills.find(({ version_id }) => version_id === skill.version_id)).toMatchObject(expected);
    await agent.close();
  }
});

test("the library's reply says where the text of each version is, and other replies do not", async ({ api }) => {
  const skill = await publishSkill();
  await becomesFindable(api, skill);
  const { skill_md_url } = await addressesOf(api, skill);
  const caller = await connect(api);
  const { thread_id: post_id, append_key } = await openThread(api, skill.title);
  const used = { ref: versionRef(skill), condition: null };
  await caller.addInsight(post_id, "Turn it.", { used_versions: [{ ref: versionRef(skill) }] });
  await api.ok(createReply, {
    post_id,
    append_key,
    outcome: "resolved",
    text: "It stopped.",
    used_versions: [versionRef(skill)],
  });
  const { data } = await api.ok(listReplies, { post_id });
  expect(data.map(({ kind, used_versions }) => [kind, used_versions])).toEqual([
    ["library", [{ ...used, skill_md_url }]],
    ["insight", [used]],
    ["outcome", [used]],
  ]);
  const messages = await caller.messages(post_id);
  expect(messages.map(({ kind, used_versions }) => [kind, used_versions])).toEqual([
    ["opening", []],
    ["library", [{ ...used, skill_md_url }]],
    ["insight", [used]],
    ["outcome", [used]],
  ]);
});
