import { type Api, expect } from "@/e2e/support/api";
import { becomesFindable, publishSkill, type Skill, word } from "@/e2e/support/fixtures";
import type { Caller } from "@/e2e/support/knowledge";
import { knowledgeSearch } from "@/lib/contract/knowledge/reading";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

export const semver = (technology: string, constraint: string): ApplicabilityEntry => ({
  technology,
  version_scheme: "semver",
  constraint,
});

export async function findings(caller: Caller, query: string, more: Record<string, unknown> = {}) {
  return (await caller.ok(knowledgeSearch, { query, ...more })).data;
}

/** Search results for a word that was just added to the library with a skill: the index follows within moments. */
export async function foundSoon(caller: Caller, query: string) {
  await expect.poll(async () => (await findings(caller, query)).skills.length, { message: query }).toBeGreaterThan(0);
  return findings(caller, query);
}

/** A skill with a unique technology, so that no other skill affects its verdict. */
export async function findableSkill(
  api: Api,
  constraints: string[],
): Promise<{ technology: string; versions: Skill[] }> {
  const technology = word();
  const title = `Tame the ${word()} ${word()}`;
  const versions: Skill[] = [];
  for (const constraint of constraints) {
    const of = versions.at(-1);
    versions.push(
      await publishSkill({ title, applicability: [semver(technology, constraint)], ...(of ? { of } : {}) }),
    );
  }
  const last = versions.at(-1);
  if (last) await becomesFindable(api, last);
  return { technology, versions };
}
