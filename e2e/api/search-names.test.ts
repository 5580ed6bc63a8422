import { expect, test } from "@/e2e/support/api";
import { becomesFindable, publishSkill, type Skill, word } from "@/e2e/support/cast";
import { searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";

let skill: Skill;
let crowd: Skill;

test.beforeAll(async () => {
  const [first, second] = [word(), word()];
  skill = await publishSkill({ title: `Tame ${first} ${second}` });
  // Says each word of the other's title more often than the other does itself.
  crowd = await publishSkill({
    title: `Tame ${first} ${second} with ${first} and ${second}: ${first}, ${second}`,
    description: `Tame ${first} ${second}, tame ${second} ${first}.`,
    markdown: `# Tame\n\n${`Tame ${first} ${second}. `.repeat(50)}\n`,
  });
});

/** What somebody may have copied from an answer, an address or a page. */
const pasted: Array<[string, (skill: Skill) => string]> = [
  ["title", ({ title }) => title],
  ["title in other case and spacing", ({ title }) => `  ${title.toUpperCase().replaceAll(" ", "   ")} `],
  ["slug", ({ slug }) => slug],
  ["skill id", ({ skill_id }) => skill_id],
  ["version id", ({ version_id }) => version_id],
];

for (const [name, of] of pasted) {
  test(`a pasted ${name} finds its skill first, for certain`, async ({ api }) => {
    await becomesFindable(api, crowd);
    const { data } = await api.ok(searchPost, { q: of(skill), preview: true });
    expect(data).toMatchObject({ status: "answered", match_quality: "full" });
    expect(data.results[0]).toMatchObject({ skill_id: skill.skill_id, score: 1 });
  });

  test(`a ${name} pasted into the directory finds its skill first`, async ({ api }) => {
    await becomesFindable(api, crowd);
    const { data } = await api.ok(listSkills, { q: of(skill) });
    expect(data[0]?.skill_id).toBe(skill.skill_id);
  });
}

test("a pasted id of an older version finds that version", async ({ api }) => {
  const first = await publishSkill();
  const second = await publishSkill({ of: first, title: first.title });
  const { data } = await api.ok(searchPost, { q: first.version_id, preview: true });
  expect(data.results[0]).toMatchObject({ skill_id: second.skill_id, version_id: first.version_id });
});
