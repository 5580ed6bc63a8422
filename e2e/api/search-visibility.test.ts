import { type Api, expect, test } from "@/e2e/support/api";
import { becomesFindable, database, indexed, publishSkill, type Skill, word } from "@/e2e/support/fixtures";
import { expectWithin, startStopwatch } from "@/e2e/support/measuring";
import { searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";

const FINDABLE_MS_MAX = 2_000;

/** Every query that could find a version. */
const questions = (skill: Skill) => [skill.title, skill.slug, skill.skill_id, skill.version_id];

test("a withdrawn version is never shown, even while the index still contains it", async ({ api }) => {
  const skill = await publishSkill();
  await indexed(skill.skill_id);
  await becomesFindable(api, skill);
  // Without telling the index: visibility must not depend on it.
  await database()`
    update skill_versions
       set withdrawn_at = now_ms(), withdrawn_reason = 'A test took it back.'
     where skill_versions.version_id = ${skill.version_id}`;
  for (const q of questions(skill)) {
    const { data } = await api.ok(searchPost, { q, preview: true });
    expect(
      data.results.map(({ skill_id }) => skill_id),
      q,
    ).not.toContain(skill.skill_id);
    const directory = await api.ok(listSkills, { q });
    expect(
      directory.data.map(({ skill_id }) => skill_id),
      q,
    ).not.toContain(skill.skill_id);
  }
});

test("a candidate is never shown for any query", async ({ api }) => {
  const telling = word();
  const skill = await publishSkill();
  await indexed(skill.skill_id);
  await becomesFindable(api, skill);
  const candidate = await publishSkill({ of: skill, title: `A ${telling} candidate`, select: false });
  await indexed(skill.skill_id);
  for (const q of [telling, ...questions(candidate)]) {
    const { data } = await api.ok(searchPost, { q, preview: true });
    expect(
      data.results.map(({ version_id }) => version_id),
      q,
    ).not.toContain(candidate.version_id);
  }
});

/** Publishes a version and searches for words of its text until it is found. */
async function findNewVersion(api: Api): Promise<void> {
  const [telling, other] = [word(), word()];
  const { version_id } = await publishSkill({ markdown: `# Turn it\n\nHere the ${telling} turns the ${other}.\n` });
  const found = async () => (await api.ok(searchPost, { q: `${telling} ${other}`, preview: true })).data.results;
  await expect.poll(found, { intervals: [50] }).toMatchObject([{ version_id }]);
}

test("search finds a new version by words of its text", async ({ api }) => {
  await findNewVersion(api);
});

test("search finds a new version within two seconds of its publication", { tag: "@slow" }, async ({ api }) => {
  await expectWithin("finding a new version", FINDABLE_MS_MAX, async () => {
    const spent = startStopwatch();
    await findNewVersion(api);
    return spent();
  });
});

test("an excerpt is plain text: a skill's markup stays literal, and nothing is added", async ({ api }) => {
  const telling = word();
  const skill = await publishSkill({
    markdown: `# Show it\n\nWrite \`<script>alert("${telling}")</script>\` and <b onclick="x()">${telling}</b> & \uE000more\uE001.\n`,
  });
  await indexed(skill.skill_id);
  const { data } = await api.ok(searchPost, { q: `${skill.title} ${telling}`, preview: true });
  const excerpt = data.results.find(({ skill_id }) => skill_id === skill.skill_id)?.excerpt ?? "";
  expect(excerpt).toContain(telling);
  expect(excerpt).not.toMatch(/<mark|<b |&lt;|&amp;/);
  expect([...excerpt].length).toBeLessThanOrEqual(300);
});
