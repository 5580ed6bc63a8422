import semver from "semver";
import type { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { getSkill, listSkills } from "@/lib/contract/public/skills";

type Version = z.output<typeof getSkill.output>["data"]["versions"][number];

/** The skills of the library with more than one listed version. */
async function skillsWithVersions(api: Api) {
  const { data } = await api.ok(listSkills, { limit: 100, sort: "title" });
  const skills = await Promise.all(data.map(({ skill_id }) => api.ok(getSkill, { skill_id })));
  return skills
    .map((skill) => skill.data)
    .map((skill) => ({ ...skill, versions: skill.versions.filter(({ state }) => /selected|published/.test(state)) }))
    .filter(({ versions }) => versions.length > 1);
}

/** Whether a version is for a release of a technology, by semver alone. */
function isFor({ applicability }: Version, technology: string, release: string): boolean {
  const entries = applicability.filter((entry) => entry.technology === technology);
  return entries.some(({ constraint }) => semver.satisfies(release, constraint));
}

test("each skill of the library with several versions shows on its page the one for the release asked for", async ({
  api,
}) => {
  test.setTimeout(90_000);
  const skills = await skillsWithVersions(api);
  let asked = 0;
  for (const { skill_id, slug, versions } of skills) {
    const entries = versions.flatMap(({ applicability }) => applicability);
    for (const { technology, constraint, version_scheme } of entries) {
      const release = version_scheme === "semver" ? semver.minVersion(constraint)?.version : undefined;
      if (!release) continue;
      const query = new URLSearchParams({ technology, version: release });
      const { text } = await api.get(`/skills/${skill_id}/${slug}.md?${query}`);
      const shown = versions.find(({ version_id }) => text.includes(`(${version_id}), published`));
      const where = `${slug} for ${technology} ${release}`;
      expect(shown && isFor(shown, technology, release), where).toBe(true);
      expect(text, where).toContain(`; you asked for ${technology} ${release}.`);
      const fitting = versions.filter((version) => isFor(version, technology, release));
      // Where one alone fits, or the selected one does, there is no other choice.
      const [wanted] = fitting.length === 1 ? fitting : fitting.filter(({ is_selected }) => is_selected);
      if (wanted) expect(shown?.version_id, where).toBe(wanted.version_id);
      asked += 1;
    }
  }
  expect(skills.length).toBeGreaterThan(8);
  expect(asked).toBeGreaterThan(30);
});
