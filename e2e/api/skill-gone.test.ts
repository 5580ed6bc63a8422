import { expect, test } from "@/e2e/support/api";
import { unknownIds } from "@/e2e/support/contract";
import { database, publishSkill, withdrawVersion } from "@/e2e/support/fixtures";
import { getSkill, getSkillVersion } from "@/lib/contract/public/skills";

test.describe("404 and 410", () => {
  test("a version of another skill is not found under this one", async ({ api }) => {
    const [one, other] = [await publishSkill(), await publishSkill()];
    await api.refused(getSkillVersion, "not_found", { skill_id: one.skill_id, version_id: other.version_id });
    await api.refused(getSkillVersion, "not_found", { skill_id: unknownIds.skill, version_id: one.version_id });
  });

  test("a withdrawn version is 410 with the reason from the next request on", async ({ api }) => {
    const first = await publishSkill();
    const second = await publishSkill({ of: first });
    await withdrawVersion(first, "It deletes the wrong folder.");
    const { skill_id, version_id } = first;
    const problem = await api.refused(getSkillVersion, "withdrawn", { skill_id, version_id });
    expect(problem.detail).toContain("It deletes the wrong folder.");
    const { data } = await api.ok(getSkill, { skill_id });
    expect(data.version_id).toBe(second.version_id);
    expect(data.versions.map(({ state }) => state)).toEqual(["selected", "withdrawn"]);
  });

  test("a skill with only withdrawn versions is 410", async ({ api }) => {
    const skill = await publishSkill();
    await withdrawVersion(skill, "It harms.");
    await api.refused(getSkill, "withdrawn", { skill_id: skill.skill_id });
  });

  test("an ETag from before a withdrawal does not match", async ({ api }) => {
    const skill = await publishSkill();
    const path = `/api/v1/skills/${skill.skill_id}/versions/${skill.version_id}`;
    const { etag = "" } = (await api.get(path)).headers;
    await withdrawVersion(skill, "It harms.");
    expect((await api.get(path, { "if-none-match": etag })).status).toBe(410);
    expect((await api.get(path, { "if-none-match": "*" })).status).toBe(410);
    const [row] = await database()<{ count: number }[]>`
      select count(*)::int as count
      from public_versions p
      where p.version_id = ${skill.version_id}`;
    expect(row?.count).toBe(0);
  });
});
