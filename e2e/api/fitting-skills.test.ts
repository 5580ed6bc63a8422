import { type Api, expect, test } from "@/e2e/support/api";
import { publishSkill, type Skill, word } from "@/e2e/support/fixtures";
import { findFittingSkills } from "@/lib/contract/public/skills";

const semver = (technology: string, constraint: string) => ({
  technology,
  version_scheme: "semver" as const,
  constraint,
});
const about = (...applicability: ReturnType<typeof semver>[]) => publishSkill({ applicability });

/** What was found for each technology: the skills that fit, and how many others there are. */
async function fitting(api: Api, ...technologies: Array<{ technology: string; version?: string }>) {
  const { data } = await api.ok(findFittingSkills, { technologies });
  return data.map(({ technology, version, known, fits, other_versions }) => ({
    technology,
    version,
    known,
    fits: fits.map(({ skill_id }) => skill_id).sort(),
    other_versions,
  }));
}

const ids = (...skills: Skill[]) => skills.map(({ skill_id }) => skill_id).sort();

test("each technology has the skills that fit its version, in the order asked", async ({ api }) => {
  const [one, two, unknown] = [word(), word(), word()];
  const old = await about(semver(one, "<2"));
  const young = await about(semver(one, ">=2 <3"));
  const other = await about(semver(two, "*"));
  expect(
    await fitting(
      api,
      { technology: one, version: "2.4.1" },
      { technology: unknown, version: "1.0.0" },
      { technology: two.toUpperCase() },
      { technology: one, version: "1.9.0" },
      { technology: one, version: "7.0.0" },
      { technology: one },
    ),
  ).toEqual([
    { technology: one, version: "2.4.1", known: true, fits: ids(young), other_versions: 1 },
    { technology: unknown, version: "1.0.0", known: false, fits: [], other_versions: 0 },
    { technology: two.toUpperCase(), version: null, known: true, fits: ids(other), other_versions: 0 },
    { technology: one, version: "1.9.0", known: true, fits: ids(old), other_versions: 1 },
    { technology: one, version: "7.0.0", known: true, fits: [], other_versions: 2 },
    { technology: one, version: null, known: true, fits: ids(old, young), other_versions: 0 },
  ]);
});

test("a skill that another technology of the project excludes does not fit", async ({ api }) => {
  const [frame, view] = [word(), word()];
  const both = await about(semver(frame, ">=15"), semver(view, ">=19"));
  const asked = (version: string) =>
    fitting(api, { technology: frame, version: "15.2.0" }, { technology: view, version });
  expect((await asked("19.1.0")).map(({ fits }) => fits)).toEqual([ids(both), ids(both)]);
  expect(await asked("18.3.1")).toMatchObject([
    { fits: [], other_versions: 1 },
    { fits: [], other_versions: 1 },
  ]);
});

test("a skill for a package that the project does not have comes last and names it, runtimes and services do not count", async ({
  api,
}) => {
  const [frame, style] = [word(), word()];
  const other = style.toUpperCase();
  const alone = await about(semver(frame, ">=1"));
  const served = await about(semver(frame, ">=1"), semver("node.js", ">=20"), semver("postgresql", "*"));
  const review = { version_checked: "1.0.0", note: "Tried as written.", reviewer: "Ada" };
  const styled = await publishSkill({ applicability: [semver(frame, ">=1"), semver(other, "*")], review });
  const asked = async (...more: string[]) => {
    const technologies = [{ technology: frame, version: "1.2.0" }, ...more.map((technology) => ({ technology }))];
    const { data } = await api.ok(findFittingSkills, { technologies });
    return data[0]?.fits.map(({ skill_id, also_needs }) => [skill_id, also_needs]);
  };
  expect(await asked()).toEqual([
    [served.skill_id, []],
    [alone.skill_id, []],
    [styled.skill_id, [other]],
  ]);
  expect((await asked(style))?.[0]).toEqual([styled.skill_id, []]);
});

test("what a technology is built on need not be named", async ({ api }) => {
  const react = await about(semver("next.js", ">=9000"), semver("react", "*"));
  const { data } = await api.ok(findFittingSkills, { technologies: [{ technology: "next", version: "9001.0.0" }] });
  expect(data[0]?.fits.find(({ skill_id }) => skill_id === react.skill_id)?.also_needs).toEqual([]);
});

test("an item is that of the directory, with the version that fits and its verdict", async ({ api }) => {
  const technology = word();
  const skill = await about(semver(technology, "^3.1.0"));
  const { data } = await api.ok(findFittingSkills, { technologies: [{ technology, version: "3.1.4" }] });
  expect(data[0]?.fits).toMatchObject([
    {
      skill_id: skill.skill_id,
      version: { version_id: skill.version_id },
      verdict: "compatible",
      strength: null,
      match: null,
      skill_md_url: `${api.base}/skills/${skill.skill_id}/versions/${skill.version_id}/SKILL.md`,
    },
  ]);
});

test("at most five skills are listed, the reviewed ones first", async ({ api }) => {
  const technology = word();
  const applicability = [semver(technology, ">=1")];
  const review = { version_checked: "1.0.0", note: "Tried as written.", reviewer: "Ada" };
  const reviewed = await publishSkill({ applicability, review });
  for (let more = 0; more < 6; more += 1) await publishSkill({ applicability });
  const { data } = await api.ok(findFittingSkills, { technologies: [{ technology, version: "1.0.0" }] });
  expect(data[0]?.fits).toHaveLength(5);
  expect(data[0]?.fits[0]?.skill_id).toBe(reviewed.skill_id);
});

test("none and two hundred technologies are answered, and one more is refused", async ({ api }) => {
  expect((await api.ok(findFittingSkills, { technologies: [] })).data).toEqual([]);
  const technologies = Array.from({ length: 200 }, () => ({ technology: word(), version: "1.2.3" }));
  const { data } = await api.ok(findFittingSkills, { technologies });
  expect(data.map(({ technology }) => technology)).toEqual(technologies.map(({ technology }) => technology));
  for (const wrong of [[...technologies, { technology: "react" }], [{ technology: "react", range: "1" }]])
    expect((await api.post(findFittingSkills.path, { technologies: wrong })).status).toBe(422);
});
