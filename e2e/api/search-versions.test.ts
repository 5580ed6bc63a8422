import { type Api, expect, test } from "@/e2e/support/api";
import { indexed, publishSkill, type Skill, word } from "@/e2e/support/fixtures";
import { searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";

const only = (technology: string, constraint: string) => [
  { technology, version_scheme: "semver" as const, constraint },
];

async function search(api: Api, q: string, caller: { technology?: string; version?: string } = {}) {
  return (await api.ok(searchPost, { q, ...caller, preview: true })).data;
}

test.describe("a skill with a version for each major release", () => {
  const technology = word();
  const title = `Cache a ${technology} page`;
  let older: Skill;
  let newer: Skill;

  test.beforeAll(async () => {
    older = await publishSkill({ title, applicability: only(technology, ">=4 <5") });
    newer = await publishSkill({ title, of: older, applicability: only(technology, ">=5 <6") });
    await indexed(older.skill_id);
  });

  const ask = async (api: Api, version?: string) => {
    const found = await search(api, `how to cache the ${technology} page`, version ? { technology, version } : {});
    return {
      versions: found.results.filter(({ skill_id }) => skill_id === older.skill_id).map(({ version_id }) => version_id),
      verdict: found.results[0]?.verdict,
      excluded: found.excluded.incompatible,
    };
  };

  test("is found once, with the version that fits the caller", async ({ api }) => {
    expect(await ask(api, "5.1.0")).toEqual({ versions: [newer.version_id], verdict: "compatible", excluded: 0 });
    expect(await ask(api, "4.9.2")).toEqual({ versions: [older.version_id], verdict: "compatible", excluded: 0 });
    expect(await ask(api, "^4.2")).toEqual({ versions: [older.version_id], verdict: "compatible", excluded: 0 });
  });

  test("is left out and counted if no version fits", async ({ api }) => {
    expect(await ask(api, "9.0.0")).toMatchObject({ versions: [], excluded: 1 });
  });

  test("is found with the selected version if the caller names none", async ({ api }) => {
    expect(await ask(api)).toMatchObject({ versions: [newer.version_id], verdict: "unconstrained", excluded: 0 });
  });

  test("is in the directory of a technology only for versions that fit", async ({ api }) => {
    const directory = async (version: string) =>
      (await api.ok(listSkills, { technology: technology.toUpperCase(), version })).data.map(
        ({ skill_id }) => skill_id,
      );
    expect(await directory("5.0.1")).toEqual([older.skill_id]);
    expect(await directory("7.0.0")).toEqual([]);
  });
});
