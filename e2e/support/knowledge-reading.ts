import { type Api, expect } from "@/e2e/support/api";
import { becomesFindable, openThread, publishSkill, type Skill, word } from "@/e2e/support/fixtures";
import { type Caller, connect, type Read, versionRef } from "@/e2e/support/knowledge";
import { knowledgeSearch, type View } from "@/lib/contract/knowledge/reading";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

export const SKILL_VIEWS: View[] = ["content", "history", "provenance", "comparison", "decisions", "markdown", "links"];
export const CONVERSATION_VIEWS: View[] = ["messages", "decisions", "markdown", "links"];
export const LISTS: View[] = ["history", "messages", "decisions"];

/** A skill with two versions, and a thread that used the newer one. */
export async function scene(api: Api) {
  const caller = await connect(api, "Reading agent");
  const first = await publishSkill({
    markdown: "# Tame it\n\nTurn it.\nWait.\nLet go.",
    applicability: [
      { technology: "next.js", version_scheme: "semver", constraint: ">=14 <15" },
      { technology: "react", version_scheme: "semver", constraint: ">=18" },
    ],
  });
  const second = await publishSkill({
    of: first,
    title: `${first.title} again`,
    markdown: "# Tame it\n\nTurn it twice.\nWait.\nLet go.\nLook back.\n",
    applicability: [
      { technology: "react", version_scheme: "semver", constraint: ">=18" },
      { technology: "next.js", version_scheme: "semver", constraint: ">=15 <16" },
    ],
    review: { version_checked: "15.5.0", note: "Ran it.", reviewer: "Maintainer" },
  });
  const { thread_id, append_key } = await openThread(api);
  const { message } = await caller.addInsight(thread_id, "It helped.", {
    used_versions: [{ ref: versionRef(second), condition: "On 15 only." }],
  });
  return { caller, first, second, thread_id, append_key, message };
}

/** The data of a response, which must be of this view. */
export function of<V extends View>(answer: Read, view: V): Extract<Read["data"], { view: V }> {
  expect(answer.data.view).toBe(view);
  return answer.data as Extract<Read["data"], { view: V }>;
}

export const nextCursor = (answer: Read) => ("next_cursor" in answer ? answer.next_cursor : undefined);

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
