import path from "node:path";
import { lockProjects } from "@/e2e/samples/rows";
import { type Api, expect, test } from "@/e2e/support/api";
import { runCommand } from "@/e2e/support/command-home";
import { publishSkill } from "@/e2e/support/fixtures";
import { semver } from "@/e2e/support/knowledge-reading";
import { makeProject } from "@/e2e/support/made-project";
import { twoVersions } from "@/e2e/support/submitting";

type Ref = { skill_id: string; version_id: string };
type Skills = { both: Awaited<ReturnType<typeof twoVersions>>; old: Ref; young: Ref };
type Upgraded = Record<"technology" | "old" | "young", string>;

const known = new Map<string, Promise<Skills>>();

/** A skill with a version for each of the two ranges, and a skill for each alone; once for each technology. */
function skillsFor(api: Api, upgraded: Upgraded): Promise<Skills> {
  const made = known.get(upgraded.technology) ?? publishedFor(api, upgraded);
  known.set(upgraded.technology, made);
  return made;
}

async function publishedFor(api: Api, { technology, old, young }: Upgraded): Promise<Skills> {
  const both = await twoVersions(api, technology, old, young);
  const [older, younger] = [
    await publishSkill({ applicability: [semver(technology, old)] }),
    await publishSkill({ applicability: [semver(technology, young)] }),
  ];
  return { both, old: older, young: younger };
}

for (const { project, tool, below = "", lock, upgraded, kept = [], before, after } of lockProjects)
  test(`${project} (${tool}): suggest, add, an upgrade, check red, update, check green`, async ({ api }) => {
    const { technology, from, to, old, young } = upgraded;
    const skills = await skillsFor(api, upgraded);
    const { both } = skills;
    const made = makeProject(before);
    const at = { base: api.base, cwd: path.join(made.folder, below), home: path.join(made.folder, ".git/home") };
    const cairn = (...args: string[]) => runCommand(args, at);
    const suggested = async () => {
      const ran = await cairn("suggest", "--json");
      expect(ran.code, ran.stderr).toBe(0);
      const { dependencies, withheld, sent } = JSON.parse(ran.stdout);
      expect(withheld.map((one: { technology: string }) => one.technology).sort()).toEqual(kept);
      expect(JSON.stringify(sent)).not.toContain("acme");
      const found = dependencies.find((one: { technology: string }) => one.technology === technology);
      const fits = found.fits.map(({ skill_id, version_id }: Ref) => `${skill_id}/${version_id}`);
      return { version: found.version, source: found.source, fits };
    };
    const refs = (...those: Ref[]) => those.map(({ skill_id, version_id }) => `${skill_id}/${version_id}`);
    try {
      const first = await suggested();
      expect(first).toMatchObject({ version: from, source: lock });
      expect(first.fits).toEqual(expect.arrayContaining(refs(both.first, skills.old)));
      for (const other of refs(both.second, skills.young)) expect(first.fits).not.toContain(other);
      expect((await cairn("add", both.first.skill_id)).code).toBe(0);
      expect((await cairn("check")).stdout).toBe("✓ Every skill fits (1).\n");

      for (const [file, text] of Object.entries(after)) made.put(file, text);
      const red = await cairn("check");
      expect(red.code).toBe(1);
      expect(red.stdout).toBe(
        `✗ ${both.slug}: ${technology} is ${to} (${lock}); version 1 is for ${technology} ${old}; version 2 fits (${technology} ${young}): cairn update ${both.slug}\n`,
      );
      const second = await suggested();
      expect(second).toMatchObject({ version: to, source: lock });
      expect(second.fits).toEqual(expect.arrayContaining(refs(both.second, skills.young)));
      for (const other of refs(both.first, skills.old)) expect(second.fits).not.toContain(other);
      expect((await cairn("update")).code).toBe(0);
      expect((await cairn("check")).stdout).toBe("✓ Every skill fits (1).\n");
    } finally {
      made.remove();
    }
  });
