import { type Api, expect, test } from "@/e2e/support/api";
import { indexed, publishSkill, type Skill, word } from "@/e2e/support/fixtures";
import { search, searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";

const semver = (technology: string, constraint: string) => ({
  technology,
  version_scheme: "semver" as const,
  constraint,
});

test("a search takes a limit from 1 to 5, by default 3, and stays strict otherwise", async ({ api }) => {
  const q = "test the database and the http server";
  const count = async (limit?: number) =>
    (await api.ok(search, { q, preview: true, ...(limit ? { limit } : {}) })).data.results.length;
  expect([await count(1), await count(2), await count(), await count(5)]).toEqual([1, 2, 3, 5]);
  for (const limit of [0, 6, 1.5]) await api.refused(searchPost, "validation_failed", { q, limit, preview: true });
  await api.refused(search, "validation_failed", { q, max: 2, preview: true });
});

test.describe("a technology that the caller names", () => {
  const technology = word();
  let skill: Skill;

  test.beforeAll(async () => {
    skill = await publishSkill({
      title: `Tame the ${word()} ${word()} ${word()}`,
      applicability: [semver(technology, ">=4 <5")],
    });
    await indexed(skill.skill_id);
  });

  const ask = async (api: Api, caller: Record<string, string>) =>
    (await api.ok(searchPost, { q: skill.title, preview: true, ...caller })).data;

  test("without a version is covered, and nothing is called compatible", async ({ api }) => {
    const { results } = await ask(api, { technology });
    expect(results[0]).toMatchObject({
      version_id: skill.version_id,
      verdict: "version_not_given",
      strength: "strong",
    });
    const listed = async (asked: Record<string, string>) => (await api.ok(listSkills, asked)).data[0];
    expect(await listed({ technology })).toMatchObject({ verdict: "version_not_given", match: null });
    expect(await listed({ technology, q: skill.title })).toMatchObject({
      verdict: "version_not_given",
      match: { verdict: "version_not_given" },
    });
    expect(await listed({ q: skill.title })).toMatchObject({ verdict: null, match: { verdict: null } });
  });

  test("with a version gives a verdict, also in a directory without a question", async ({ api }) => {
    expect((await ask(api, { technology, version: "4.2.0" })).results[0]).toMatchObject({ verdict: "compatible" });
    const { data } = await api.ok(listSkills, { technology, version: "4.2.0" });
    expect(data).toMatchObject([{ skill_id: skill.skill_id, verdict: "compatible", match: null }]);
  });

  test("is no answer where the skill is for another one", async ({ api }) => {
    expect(await ask(api, {})).toMatchObject({ status: "answered", match_quality: "full", nothing_fits: null });
    const other = await ask(api, { technology: "django" });
    expect(other.results[0]).toMatchObject({ version_id: skill.version_id, strength: "fair" });
    expect(other).toMatchObject({ status: "open", match_quality: "partial" });
    expect(other.results[0]?.score).toBeLessThan(0.5);
  });
});

test("what a technology is built on counts as named, the runtime under it does not", async ({ api }) => {
  const publish = async (technology: string) => {
    const title = `Tame the ${word()} ${word()} ${word()}`;
    return publishSkill({ title, applicability: [semver(technology, ">=1")] });
  };
  const [react, node] = [await publish("react"), await publish("node.js")];
  await indexed(react.skill_id, node.skill_id);
  const strength = async (skill: Skill) => {
    const asked = { q: skill.title, technology: "nextjs", version: "16.0.0", preview: true };
    const { results } = (await api.ok(searchPost, asked)).data;
    return results.find(({ version_id }) => version_id === skill.version_id)?.strength;
  };
  expect([await strength(react), await strength(node)]).toEqual(["strong", "fair"]);
});

test("a library reply names only strong results", async ({ api }) => {
  const [technology, title] = [word(), `Tame the ${word()} ${word()} ${word()}`];
  const own = await publishSkill({ title, applicability: [semver(technology, ">=4 <5")] });
  const foreign = await publishSkill({ title: `${title} too`, applicability: [semver(word(), ">=4 <5")] });
  await indexed(own.skill_id, foreign.skill_id);
  const { data } = await api.ok(searchPost, { q: title, technology, version: "4.2.0", limit: 5 });
  expect(data.status).toBe("answered");
  expect(data.results.map(({ version_id, strength }) => [version_id, strength])).toEqual([
    [own.version_id, "strong"],
    [foreign.version_id, "fair"],
  ]);
  const { text } = await api.get(new URL(data.thread?.replies_url ?? "").pathname);
  const named: string[] = JSON.parse(text).data[0].used_versions.map(
    ({ ref }: { ref: { version_id: string } }) => ref.version_id,
  );
  expect(named).toEqual([own.version_id]);
});
