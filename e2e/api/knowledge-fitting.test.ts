import { expect, test } from "@/e2e/support/api";
import { becomesFindable, publishSkill, word } from "@/e2e/support/fixtures";
import { connect, select, versionRef } from "@/e2e/support/knowledge";
import { findableSkill, findings, semver } from "@/e2e/support/knowledge-reading";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { listSkills } from "@/lib/contract/public/skills";

test.describe("the version that fits the caller", () => {
  for (const [asked, expected] of [
    ["14.2.35", /14/],
    ["15.5.0", /15/],
    ["16.4.6", /16/],
  ] as const) {
    for (const technology of ["next.js", "NextJS", " next "])
      test(`a caller with Next.js ${asked}, given as ${JSON.stringify(technology)}, gets the matching caching advice`, async ({
        api,
      }) => {
        const caller = await connect(api);
        const { data: library } = await api.ok(listSkills, { q: "nextjs-page-caching" });
        const skill_id = library.find(({ slug }) => slug === "nextjs-page-caching")?.skill_id;
        expect(skill_id).toBeDefined();
        const { skills } = await findings(caller, "cache a page in next.js", {
          applicability: [{ technology, version_scheme: "exact", constraint: asked }],
          skill_limit: 5,
        });
        const hits = skills.filter(({ ref }) => ref.skill_id === skill_id);
        expect(hits).toHaveLength(1);
        expect(hits[0]?.title).toMatch(expected);
        expect(hits[0]?.applicability.verdict).toBe("compatible");
        expect(hits[0]?.applicability.entries.find((entry) => entry.technology === "next.js")).toMatchObject({
          version_scheme: "semver",
          verdict: "compatible",
          matched: { technology, version_scheme: "exact", constraint: asked },
        });
        expect(hits[0]?.applicability.entries.find((entry) => entry.technology === "react")).toMatchObject({
          verdict: "unconstrained",
          matched: null,
        });
      });
  }

  test("is the selected one if the caller names no version, even if a newer one exists", async ({ api }) => {
    const caller = await connect(api);
    const { technology, versions } = await findableSkill(api, [">=1 <2", ">=2 <3"]);
    const [older, newer] = versions;
    if (!older || !newer) throw new Error("Two versions were published.");
    await select(older.skill_id, older.version_id);
    const selected = (await findings(caller, older.title)).skills[0];
    expect(selected).toMatchObject({ ref: versionRef(older), is_selected: true });
    const fitting = (await findings(caller, older.title, { applicability: [semver(technology, "2.5.0")] })).skills[0];
    expect(fitting).toMatchObject({
      ref: versionRef(newer),
      is_selected: false,
      canonical_url: `${api.base}/skills/${newer.skill_id}/versions/${newer.version_id}`,
    });
    const either = (await findings(caller, older.title, { applicability: [semver(technology, ">=1")] })).skills[0];
    expect(either?.ref, "the selected one, since it fits").toEqual(versionRef(older));
  });

  test("is the newest fitting one if the selected one does not fit", async ({ api }) => {
    const caller = await connect(api);
    const { technology, versions } = await findableSkill(api, ["^1.0.0", "^1.2.0", ">=9"]);
    const [, second, third] = versions;
    const { skills } = await findings(caller, third?.title ?? "", { applicability: [semver(technology, "1.3.0")] });
    const own = skills.filter(({ ref }) => ref.skill_id === second?.skill_id);
    expect(own.map(({ ref }) => ref.version_id)).toEqual([second?.version_id]);
  });

  test("a skill without a fitting version is left out and counted", async ({ api }) => {
    const caller = await connect(api);
    const { technology, versions } = await findableSkill(api, ["^1.0.0", "^2.0.0"]);
    const found = await findings(caller, versions[0]?.title ?? "", { applicability: [semver(technology, "3.0.0")] });
    expect(found.skills.map(({ ref }) => ref.skill_id)).not.toContain(versions[0]?.skill_id);
    expect(found.excluded).toEqual({ incompatible: 1 });
  });

  test("a candidate is never listed, even if it fits", async ({ api }) => {
    const caller = await connect(api);
    const { technology, versions } = await findableSkill(api, ["^1.0.0"]);
    const [first] = versions;
    if (!first) throw new Error("A version was published.");
    await publishSkill({ of: first, title: first.title, applicability: [semver(technology, "^2.0.0")], select: false });
    const found = await findings(caller, first.title, { applicability: [semver(technology, "2.0.0")] });
    expect(found.skills.map(({ ref }) => ref.skill_id)).not.toContain(first.skill_id);
    expect(found.excluded.incompatible).toBe(1);
  });

  const verdicts: Array<[skill: [string, string], caller: [string, string], verdict: string]> = [
    [["semver", ">=16 <17"], ["semver", "^16.2.0"], "compatible"],
    [["semver", ">=16 <17"], ["semver", "<16"], "incompatible"],
    [["semver", ">=16 <17"], ["exact", "16.0.0-rc.1"], "compatible"],
    [["semver", ">=16 <17"], ["exact", "17.0.0"], "incompatible"],
    [["semver", ">=16 <17"], ["exact", "the newest"], "unknown"],
    [["semver", ">=16 <17"], ["unknown", ">=16 <17"], "compatible"],
    [["semver", ">=16 <17"], ["unknown", "16"], "unknown"],
    [["exact", "16.2.0"], ["semver", "^16.0.0"], "compatible"],
    [["exact", "16.2.0"], ["semver", "^15.0.0"], "incompatible"],
    [["exact", "jelly bean"], ["semver", "^15.0.0"], "unknown"],
    [["exact", "Jelly Bean"], ["exact", " jelly bean "], "compatible"],
    [["exact", "16.2.0"], ["exact", "16.2.1"], "incompatible"],
    [["exact", "16.2.0"], ["unknown", "16.2.0"], "compatible"],
    [["unknown", "spring release"], ["semver", "^1.0.0"], "unknown"],
    [["unknown", "spring release"], ["exact", "spring release"], "compatible"],
    [["unknown", "spring release"], ["unknown", "autumn release"], "unknown"],
    [["semver", "not a range at all"], ["semver", "^1.0.0"], "unknown"],
  ];
  test("every pair of version schemes gets the verdict in the table", async ({ api }) => {
    const caller = await connect(api);
    const published = await Promise.all(
      verdicts.map(async ([[version_scheme, constraint], asked]) => {
        const technology = word();
        const entry = { technology, version_scheme, constraint } as ApplicabilityEntry;
        return { skill: await publishSkill({ applicability: [entry] }), technology: technology.toUpperCase(), asked };
      }),
    );
    const judged: string[] = [];
    for (const { skill, technology, asked } of published) {
      const [version_scheme, constraint] = asked;
      await becomesFindable(api, skill);
      const found = await findings(caller, skill.title, {
        applicability: [{ technology, version_scheme, constraint }],
      });
      const hit = found.skills.find(({ ref }) => ref.version_id === skill.version_id);
      judged.push(hit?.applicability.verdict ?? (found.excluded.incompatible === 1 ? "incompatible" : "lost"));
    }
    expect(judged).toEqual(verdicts.map(([, , verdict]) => verdict));
  });
});
