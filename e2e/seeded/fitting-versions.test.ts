import semver from "semver";
import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { connect } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { knowledgeSearch } from "@/lib/contract/knowledge/reading";
import { searchPost } from "@/lib/contract/public/search";
import { getSkill, listSkills } from "@/lib/contract/public/skills";

const Found = z.looseObject({ results: z.array(z.looseObject({ version_id: z.string() })) });
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

test("each version of such a skill is found for its release by its title, the same by every interface", async ({
  api,
}) => {
  const [caller, agent] = [await connect(api), await Agent.connect(api, eras[1])];
  const wrong: string[] = [];
  let asked = 0;
  for (const { versions } of await skillsWithVersions(api))
    for (const { title, version_id, applicability } of versions) {
      const [entry] = applicability;
      const release = entry && semver.minVersion(entry.constraint)?.version;
      if (!entry || !release || versions.filter((version) => isFor(version, entry.technology, release)).length > 1)
        continue;
      const { technology } = entry;
      const exact = { technology, version_scheme: "exact", constraint: release };
      const [v1, directory, v2, mcp] = await Promise.all([
        api.ok(searchPost, { q: title, technology, version: release, preview: true }),
        api.ok(listSkills, { q: title, technology, version: release }),
        caller.ok(knowledgeSearch, { query: title, applicability: [exact] }),
        agent.ok("search_skills", { query: title, technology, version: release }, Found),
      ]);
      const found = {
        v1: v1.data.results[0]?.version_id,
        directory: directory.data[0]?.version.version_id,
        v2: v2.data.skills[0]?.ref.version_id,
        mcp: mcp.results[0]?.version_id,
      };
      for (const [door, id] of Object.entries(found))
        if (id !== version_id) wrong.push(`${door}: ${title}, for ${technology} ${release}`);
      asked += 1;
    }
  await agent.close();
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(20);
});

test("a release that runs only with React 18 is answered with the skill for React 18", async ({ api }) => {
  const asked = (version: string) =>
    api.ok(searchPost, { q: "hydration", technology: "next.js", version, preview: true }).then(({ data }) => data);
  const [old, current] = [await asked("14"), await asked("16")];
  expect(old.results.filter(({ title }) => title.includes("React 19"))).toEqual([]);
  expect(old.results[0]?.title).toContain("React 18");
  expect(current.results[0]?.title).toContain("React 19");
});
