import { type Api, expect, test } from "@/e2e/support/api";
import { indexed, publishSkill, question, type Skill, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { knowledgeSearch } from "@/lib/contract/knowledge/reading";
import { searchPost } from "@/lib/contract/public/search";

const semver = (technology: string, constraint: string) => ({
  technology,
  version_scheme: "semver" as const,
  constraint,
});

test.describe("a search that nothing fits says why:", () => {
  const technology = word();
  const other = word();
  let skill: Skill;

  test.beforeAll(async () => {
    const title = `Tame the ${word()} ${word()} ${word()}`;
    skill = await publishSkill({ title, applicability: [semver(technology, ">=3 <4")] });
    await publishSkill({ title, of: skill, applicability: [semver(technology, ">=4 <5")] });
    const another = await publishSkill({ applicability: [semver(other, "^1")] });
    await indexed(skill.skill_id, another.skill_id);
  });

  const ask = async (api: Api, q: string, caller: Record<string, string> = {}) =>
    (await api.ok(searchPost, { q, preview: true, ...caller })).data;

  test("the technology is not known", async ({ api }) => {
    const named = { technology: `${technology}x`, version: "3.1.0" };
    const { nothing_fits, status, search_note } = await ask(api, skill.title, named);
    expect(status).toBe("open");
    expect(nothing_fits).toEqual({
      ...{ reason: "unknown_technology", technology: `${technology}x`, version: "3.1.0", covered: [] },
      suggestions: [technology],
      next_step: expect.stringContaining("usual name"),
    });
    expect(search_note).toContain(`No technology is known as ${technology}x; did you mean ${technology}?`);
  });

  test("no skill is for the technology", async ({ api }) => {
    const { nothing_fits, search_note } = await ask(api, skill.title, { technology: "COBOL", version: "85" });
    expect(nothing_fits).toMatchObject({
      ...{ reason: "no_skill_for_technology", technology: "COBOL", version: "85", covered: [], suggestions: [] },
    });
    expect(search_note).toContain("The library has no skill for COBOL.");
  });

  test("no version is covered, and what is covered instead", async ({ api }) => {
    const { nothing_fits, search_note, results } = await ask(api, skill.title, { technology, version: "2.0.0" });
    expect(nothing_fits).toMatchObject({
      ...{ reason: "version_not_covered", technology, version: "2.0.0", suggestions: [] },
      covered: [
        { technology, constraint: ">=4 <5" },
        { technology, constraint: ">=3 <4" },
      ],
    });
    expect(search_note).toMatch(
      new RegExp(
        `^No skill covers ${technology} 2.0.0 for this question; the library covers ${technology} >=4 <5 and ${technology} >=3 <4\\.`,
      ),
    );
    expect(results.map(({ strength }) => strength)).not.toContain("strong");
  });

  test("nothing matches, whether a technology is named or not", async ({ api }) => {
    expect((await ask(api, question())).nothing_fits).toMatchObject({
      ...{ reason: "no_match", technology: null, version: null, covered: [], suggestions: [] },
    });
    const named = await ask(api, question(), { technology: technology.toUpperCase(), version: "3.0.0" });
    expect(named.nothing_fits).toMatchObject({
      ...{ reason: "no_match", technology: technology.toUpperCase(), version: "3.0.0" },
    });
  });

  test("of several entries the first that the first reason is true for", async ({ api }) => {
    const caller = await connect(api);
    const reason = async (...applicability: Array<ReturnType<typeof semver>>) => {
      const { data } = await caller.ok(knowledgeSearch, { query: skill.title, applicability, skill_limit: 0 });
      return [data.nothing_fits?.reason, data.nothing_fits?.technology, data.nothing_fits?.version];
    };
    const [unknown, unlisted, outside, inside] = [
      semver(`${word()}x`, "1"),
      semver("cobol", "85"),
      semver(technology, "2.0.0"),
      semver(other, "1.0.0"),
    ];
    expect(await reason(inside, outside, unlisted, unknown)).toEqual(["unknown_technology", unknown.technology, "1"]);
    expect(await reason(outside, unlisted)).toEqual(["no_skill_for_technology", "cobol", "85"]);
    expect(await reason(inside, outside)).toEqual(["version_not_covered", technology, "2.0.0"]);
    expect(await reason(semver(technology, "3.5.0"))).toEqual([undefined, undefined, undefined]);
  });
});

test("an older version is covered for the question that another skill would answer", async ({ api }) => {
  const technology = word();
  const about = `${word()} ${word()} ${word()}`;
  const answering = await publishSkill({ title: `Tame ${about}`, applicability: [semver(technology, "^5")] });
  const near = await publishSkill({
    title: `Tame the ${about.split(" ")[0]} of a ${word()}`,
    applicability: [semver(technology, "^4")],
  });
  await indexed(answering.skill_id, near.skill_id);
  const asked = { q: `how to tame ${about}`, technology, version: "4.0.0", preview: true };
  const { data } = await api.ok(searchPost, asked);
  expect(data.nothing_fits).toMatchObject({
    reason: "version_not_covered",
    covered: [{ technology, constraint: "^5" }],
  });
});
