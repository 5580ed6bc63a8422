import { z } from "zod";
import { expect, test } from "@/e2e/support/api";
import {
  becomesFindable,
  hideThread,
  openThread,
  publishSkill,
  type Skill,
  withdrawVersion,
  word,
} from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { findings } from "@/e2e/support/knowledge-reading";
import { Agent, eras } from "@/e2e/support/mcp";
import { searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";

const Found = z.looseObject({ results: z.array(z.looseObject({ skill_id: z.string() })) });

let skill: Skill;
let crowd: Skill;

test.beforeAll(async () => {
  const [first, second] = [word(), word()];
  skill = await publishSkill({ title: `Tame ${first} ${second}` });
  // Contains each word of the other skill's title more often than the other skill does.
  crowd = await publishSkill({
    title: `Tame ${first} ${second} with ${first} and ${second}: ${first}, ${second}`,
    description: `Tame ${first} ${second}, tame ${second} ${first}.`,
    markdown: `# Tame\n\n${`Tame ${first} ${second}. `.repeat(50)}\n`,
  });
});

/** Names that a user may copy from a response, a URL or a page. */
const pasted: Array<[string, (skill: Skill) => string]> = [
  ["title", ({ title }) => title],
  ["title in other case and spacing", ({ title }) => `  ${title.toUpperCase().replaceAll(" ", "   ")} `],
  ["slug", ({ slug }) => slug],
  ["skill id", ({ skill_id }) => skill_id],
  ["version id", ({ version_id }) => version_id],
];

for (const [name, of] of pasted) {
  test(`a pasted ${name} finds its skill first, with certainty`, async ({ api }) => {
    await becomesFindable(api, crowd);
    const { data } = await api.ok(searchPost, { q: of(skill), preview: true });
    expect(data).toMatchObject({ status: "answered", match_quality: "full" });
    expect(data.results[0]).toMatchObject({ skill_id: skill.skill_id, score: 1 });
  });

  test(`a ${name} sent to the knowledge interface finds its skill first, with certainty`, async ({ api }) => {
    await becomesFindable(api, crowd);
    const caller = await connect(api);
    const { match_quality, skills } = await findings(caller, of(skill));
    expect(match_quality).toBe("full");
    expect(skills[0]).toMatchObject({ ref: { skill_id: skill.skill_id }, score: 1 });
  });

  test(`a ${name} pasted into the directory finds its skill first`, async ({ api }) => {
    await becomesFindable(api, crowd);
    const { data } = await api.ok(listSkills, { q: of(skill) });
    expect(data[0]?.skill_id).toBe(skill.skill_id);
  });
}

for (const title of ["!?! ?!?", "a.b.c::d", "X".repeat(120), "the and of", "→ ⇒ ↦"]) {
  test(`a title without searchable words, "${title.slice(0, 12)}", finds its skill first, with certainty`, async ({
    api,
  }) => {
    const odd = await publishSkill({ title, description: `How ${word()} does.` });
    const { data } = await api.ok(searchPost, { q: title, preview: true });
    expect(data).toMatchObject({ status: "answered", match_quality: "full" });
    expect(data.results.map((result) => result.title)).toContain(title);
    const listed = (await api.ok(listSkills, { q: title })).data;
    expect(listed.map(({ skill_id }) => skill_id)).toContain(odd.skill_id);
    await withdrawVersion(odd, "Only a test.");
    const after = (await api.ok(listSkills, { q: title })).data;
    expect(after.map(({ skill_id }) => skill_id)).not.toContain(odd.skill_id);
  });
}

test("an exact name finds its skill first over MCP too", async ({ api }) => {
  await becomesFindable(api, crowd);
  const agent = await Agent.connect(api, eras[0]);
  for (const [name, of] of pasted) {
    const { results } = await agent.ok("search_skills", { query: of(skill) }, Found);
    expect(results[0]?.skill_id, name).toBe(skill.skill_id);
  }
  await agent.close();
});

test("a pasted id of an older version finds that version", async ({ api }) => {
  const first = await publishSkill();
  const second = await publishSkill({ of: first, title: first.title });
  const { data } = await api.ok(searchPost, { q: first.version_id, preview: true });
  expect(data.results[0]).toMatchObject({ skill_id: second.skill_id, version_id: first.version_id });
});

test("a pasted thread id finds only that thread, while it is visible", async ({ api }) => {
  const { thread_id } = await openThread(api);
  const caller = await connect(api);
  expect((await findings(caller, ` ${thread_id} `)).conversations).toMatchObject([{ thread_id, score: 1 }]);
  const similar = async () => (await api.ok(searchPost, { q: thread_id, preview: true })).data.similar_threads;
  expect(await similar()).toMatchObject([{ thread_id }]);
  await hideThread(thread_id);
  expect((await findings(caller, thread_id)).conversations).toEqual([]);
  expect(await similar()).toEqual([]);
});
