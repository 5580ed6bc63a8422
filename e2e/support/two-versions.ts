import { type Api, expect } from "@/e2e/support/api";
import { word } from "@/e2e/support/fixtures";
import { type Caller, connect } from "@/e2e/support/knowledge";
import { semver } from "@/e2e/support/knowledge-findings";
import { creation, submitted, update } from "@/e2e/support/submitting";
import { getSkill } from "@/lib/contract/public/skills";

export type Ref = { skill_id: string; version_id: string };

async function published(author: Caller, input: ReturnType<typeof creation>): Promise<Ref> {
  const operation = await submitted(author, input);
  expect(operation.state, JSON.stringify(operation)).toBe("succeeded");
  const { skill_id, version_id } = Object(Object(operation.result).ref);
  return { skill_id, version_id };
}

/** A skill with a version for each of two ranges of a technology. */
export async function twoVersions(api: Api, technology: string, old = "^1.0.0", young = "^2.0.0") {
  const author = await connect(api);
  const title = `Tame the ${word()}`;
  const first = await published(author, creation({ title, applicability: [semver(technology, old)] }));
  const { selection_revision, slug } = (await api.ok(getSkill, { skill_id: first.skill_id })).data;
  const change = update(first, selection_revision, { title, applicability: [semver(technology, young)] });
  return { first, second: await published(author, change), slug };
}
