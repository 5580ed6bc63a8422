import { type Api, expect, test } from "@/e2e/support/api";
import { database, publishSkill, type Skill, word } from "@/e2e/support/cast";
import { searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";
import { newId } from "@/lib/ids";

const only = (technology: string, constraint: string) => [{ technology, version_scheme: "semver" as const, constraint }];

async function search(api: Api, q: string, caller: { technology?: string; version?: string } = {}) {
  return (await api.ok(searchPost, { q, ...caller, preview: true })).data;
}

/** The index has read everything that was published before this call. */
async function indexed(): Promise<void> {
  const waiting = async () => {
    const [row] = await database()<{ count: number }[]>`select count(*)::int as count from index_dirty`;
    return row?.count;
  };
  await expect.poll(waiting, { message: "the index has read everything", timeout: 25_000 }).toBe(0);
}

test.describe("a skill with a version for each major release", () => {
  const technology = word();
  const title = `Cache a ${technology} page`;
  let older: Skill;
  let newer: Skill;

  test.beforeAll(async () => {
    older = await publishSkill({ title, applicability: only(technology, ">=4 <5") });
    newer = await publishSkill({ title, of: older, applicability: only(technology, ">=5 <6") });
    await indexed();
  });

  const ask = async (api: Api, version?: string) => {
    const found = await search(api, `how to cache the ${technology} page`, version ? { technology, version } : {});
    return {
      versions: found.results.filter(({ skill_id }) => skill_id === older.skill_id).map(({ version_id }) => version_id),
      verdict: found.results[0]?.verdict,
      excluded: found.excluded.incompatible,
    };
  };

  test("is found once, by the version that fits the caller", async ({ api }) => {
    expect(await ask(api, "5.1.0")).toEqual({ versions: [newer.version_id], verdict: "compatible", excluded: 0 });
    expect(await ask(api, "4.9.2")).toEqual({ versions: [older.version_id], verdict: "compatible", excluded: 0 });
    expect(await ask(api, "^4.2")).toEqual({ versions: [older.version_id], verdict: "compatible", excluded: 0 });
  });

  test("is left out and counted when none fits", async ({ api }) => {
    expect(await ask(api, "9.0.0")).toMatchObject({ versions: [], excluded: 1 });
  });

  test("is found by the selected version when the caller names none", async ({ api }) => {
    expect(await ask(api)).toMatchObject({ versions: [newer.version_id], verdict: "unconstrained", excluded: 0 });
  });

  test("is in the directory of a technology only for versions that fit", async ({ api }) => {
    const directory = async (version: string) =>
      (await api.ok(listSkills, { technology: technology.toUpperCase(), version })).data.map(({ skill_id }) => skill_id);
    expect(await directory("5.0.1")).toEqual([older.skill_id]);
    expect(await directory("7.0.0")).toEqual([]);
  });
});

test("a skill that fits is found behind five hundred better matches that do not", async ({ api }) => {
  test.setTimeout(90_000);
  const technology = word();
  const verb = word();
  const ids = await publishMany(500, (index) => `${verb} the ${technology} service number ${index}`, technology, "^1");
  try {
    const fitting = await publishSkill({
      title: `Notes on ${word()}`,
      markdown: `# Notes\n\nOnce we had to ${verb} something.\n\n${"Other words follow here. ".repeat(200)}\n\nIt was ${technology}.\n`,
      applicability: only(technology, "^2"),
    });
    await indexed();
    await expect
      .poll(async () => {
        const { results } = await search(api, `${verb} the ${technology} service`, { technology, version: "2.1.0" });
        return results.map(({ version_id }) => version_id);
      })
      .toEqual([fitting.version_id]);
    const { excluded } = await search(api, `${verb} the ${technology} service`, { technology, version: "2.1.0" });
    expect(excluded.incompatible).toBe(500);
  } finally {
    await removeSkills(ids);
    await indexed();
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
             ${sql.json(only(technology, constraint))}, array[${technology}::text], 'Made.', 'A test.', 'None.', now_ms()
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
