import { indexed } from "@/e2e/api/search-indexed";
import { expect, test } from "@/e2e/support/api";
import { becomesFindable, database, publishSkill, type Skill, word } from "@/e2e/support/cast";
import { searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";
import { newId } from "@/lib/ids";

const FINDABLE_MS_MAX = 2_000;

/** Every way a version could be asked for. */
const questions = (skill: Skill) => [skill.title, skill.slug, skill.skill_id, skill.version_id];

test("a withdrawn version is never shown, also while the index still has it", async ({ api }) => {
  const skill = await publishSkill();
  await indexed(skill.skill_id);
  await becomesFindable(api, skill);
  // Without telling the index: what is offered must not depend on it.
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

test("a candidate is never shown, whatever it is asked for by", async ({ api }) => {
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

test("a new version is found by a word of its text within two seconds of its publication", async ({ api }) => {
  const [telling, other] = [word(), word()];
  await publishSkill({ markdown: `# Turn it\n\nHere the ${telling} turns the ${other}.\n` });
  const published = Date.now();
  await expect
    .poll(async () => (await api.ok(searchPost, { q: `${telling} ${other}`, preview: true })).data.results.length, {
      intervals: [50],
      timeout: 15_000,
    })
    .toBe(1);
  expect(Date.now() - published).toBeLessThan(FINDABLE_MS_MAX);
});

test("an excerpt is plain text: markup in a skill stays what it says, and nothing is added to it", async ({ api }) => {
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

test("a skill that fits is found behind five hundred better matches that do not", async ({ api }) => {
  test.setTimeout(90_000);
  const technology = word();
  const verb = word();
  const ask = async () =>
    (await api.ok(searchPost, { q: `${verb} the ${technology} service`, technology, version: "2.1.0", preview: true }))
      .data;
  const ids = await publishMany(500, (index) => `${verb} the ${technology} service number ${index}`, technology, "^1");
  try {
    const fitting = await publishSkill({
      title: `Notes on ${word()}`,
      markdown: `# Notes\n\nOnce we had to ${verb} something.\n\n${"Other words follow here. ".repeat(200)}\n\nIt was ${technology}.\n`,
      applicability: [{ technology, version_scheme: "semver", constraint: "^2" }],
    });
    await indexed(fitting.skill_id, ...ids);
    await expect
      .poll(async () => {
        return (await ask()).results.map(({ version_id }) => version_id);
      })
      .toEqual([fitting.version_id]);
    expect((await ask()).excluded.incompatible).toBe(500);
  } finally {
    await removeSkills(ids);
    await indexed(...ids);
  }
});

/** Many skills at once, past the publish log: they exist for one test and go with it. */
async function publishMany(count: number, titleOf: (index: number) => string, technology: string, constraint: string) {
  const skills = Array.from({ length: count }, (_, index) => ({
    skill_id: newId("skl"),
    version_id: newId("skv"),
    slug: `${technology}-${index}`,
    title: titleOf(index),
  }));
  await database().begin(async (sql) => {
    await sql`set constraints all deferred`;
    await sql`
      insert into skills (skill_id, slug, selected_version_id, selection_revision, last_ordinal)
      select made.skill_id, made.slug, made.version_id, 1, 1
      from jsonb_to_recordset(${sql.json(skills)}) as made (skill_id text, version_id text, slug text)`;
    await sql`
      insert into skill_versions
        (version_id, skill_id, ordinal, title, description, markdown, content_sha256, applicability, technologies,
         change_summary, rationale, supporting_basis, first_selected_at)
      select made.version_id, made.skill_id, 1, made.title, made.title, '# ' || made.title, sha256(made.title::bytea),
             ${sql.json([{ technology, version_scheme: "semver", constraint }])}, array[${technology}::text], 'Made.', 'A test.', 'None.', now_ms()
      from jsonb_to_recordset(${sql.json(skills)}) as made (skill_id text, version_id text, title text)`;
    await sql`
      select mark_dirty(made.skill_id)
      from jsonb_to_recordset(${sql.json(skills)}) as made (skill_id text)`;
  });
  return skills.map(({ skill_id }) => skill_id);
}

async function removeSkills(skill_ids: string[]): Promise<void> {
  await database().begin(async (sql) => {
    await sql`update skills set selected_version_id = null where skills.skill_id = any(${skill_ids})`;
    await sql`delete from skill_versions where skill_versions.skill_id = any(${skill_ids})`;
    await sql`delete from skills where skills.skill_id = any(${skill_ids})`;
    await sql`select mark_dirty(gone.skill_id) from unnest(${skill_ids}::text[]) as gone (skill_id)`;
  });
}
