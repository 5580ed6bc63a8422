import { parse } from "yaml";
import { type Api, expect, test } from "@/e2e/support/api";
import { publishSkill, type Skill, withdrawVersion, word } from "@/e2e/support/fixtures";
import { type Caller, connect, nothing, select, versionRef } from "@/e2e/support/knowledge";
import { findings, semver } from "@/e2e/support/knowledge-reading";
import type { HeldVersion } from "@/lib/contract/knowledge/resources";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

type States = Array<[HeldVersion["state"], string | null]>;

/** A skill with a version for each of these ranges of a technology of its own; the last one is selected. */
async function versionsFor(...ranges: Array<string | null>) {
  const technology = word();
  const title = `Tame the ${word()}`;
  const versions: Skill[] = [];
  for (const range of ranges) {
    const of = versions[0];
    const applicability = range === null ? [] : [semver(technology, range)];
    versions.push(await publishSkill({ title, applicability, ...(of ? { of } : {}) }));
  }
  return { technology, title, versions };
}

const statesOf = (held: HeldVersion[], versions: Skill[]): States =>
  held.map(({ state, replaced_by }) => {
    const at = versions.findIndex(({ version_id }) => version_id === replaced_by?.version_id);
    return [state, at < 0 ? null : `version ${at + 1}`];
  });

async function inSync(caller: Caller, versions: Skill[]): Promise<States> {
  return statesOf((await caller.sync({ selected_versions: versions.map(versionRef) })).versions, versions);
}

async function inSearch(caller: Caller, versions: Skill[], applicability?: ApplicabilityEntry[]): Promise<States> {
  const loaded_versions = versions.map(versionRef);
  const found = await findings(caller, "tame it", { loaded_versions, ...(applicability ? { applicability } : {}) });
  return statesOf(found.loaded_versions, versions);
}

const updateOf = ({ skill_id, version_id }: Skill) => `/skills/${skill_id}/versions/${version_id}/update/SKILL.md`;
const fileOf = ({ skill_id, version_id }: Skill) => `/skills/${skill_id}/versions/${version_id}/SKILL.md`;
const textAt = async (api: Api, path: string) => (await api.get(path)).text;

test("versions for three majors do not supersede each other, in search as in sync", async ({ api }) => {
  const caller = await connect(api);
  const { versions } = await versionsFor("14.x", "15.x", "16.x");
  const current: States = [
    ["current", null],
    ["current", null],
    ["current", null],
  ];
  expect(await inSync(caller, versions)).toEqual(current);
  expect(await inSearch(caller, versions)).toEqual(current);
});

test("an update supersedes what it covers and nothing else, by every door", async ({ api }) => {
  const caller = await connect(api);
  const { versions } = await versionsFor("14.x", "15.x", "16.x", ">=14.0.0 <15.0.0", "^16.0.0");
  const expected: States = [
    ["superseded", "version 4"],
    ["current", null],
    ["superseded", "version 5"],
    ["current", null],
    ["current", null],
  ];
  expect(await inSync(caller, versions)).toEqual(expected);
  expect(await inSearch(caller, versions)).toEqual(expected);
  const [first, second, , fourth] = versions;
  if (!first || !second || !fourth) throw new Error("Five versions were published.");
  expect(await textAt(api, updateOf(first))).toBe(await textAt(api, fileOf(fourth)));
  expect(await textAt(api, updateOf(second))).toBe(await textAt(api, fileOf(second)));
});

test("with the caller's own version, what search would choose for that caller supersedes the others", async ({
  api,
}) => {
  const caller = await connect(api);
  const { technology, versions } = await versionsFor("14.x", "15.x", "16.x");
  expect(await inSearch(caller, versions, [semver(technology, "15.2.0")])).toEqual([
    ["superseded", "version 2"],
    ["current", null],
    ["superseded", "version 2"],
  ]);
  const without: States = [
    ["current", null],
    ["current", null],
    ["current", null],
  ];
  expect(await inSearch(caller, versions, [semver(technology, "12.0.0")]), "no version fits").toEqual(without);
  expect(await inSearch(caller, versions, [semver(word(), "1.0.0")]), "another technology").toEqual(without);
});

test("a version without applicability is superseded by every newer one, and the selected one by none", async ({
  api,
}) => {
  const caller = await connect(api);
  const { versions } = await versionsFor(null, null);
  expect(await inSync(caller, versions)).toEqual([
    ["superseded", "version 2"],
    ["current", null],
  ]);
  const [first] = versions;
  if (!first) throw new Error("Two versions were published.");
  await select(first.skill_id, first.version_id);
  expect(await inSync(caller, versions), "after a rollback").toEqual([
    ["current", null],
    ["current", null],
  ]);
});

test("candidates and withdrawn versions supersede nothing", async ({ api }) => {
  const caller = await connect(api);
  const { versions } = await versionsFor("14.x");
  const [first] = versions;
  if (!first) throw new Error("A version was published.");
  const candidate = await publishSkill({ of: first, select: false });
  const gone = await publishSkill({ of: first });
  await withdrawVersion(gone, "It was wrong.");
  await select(first.skill_id, first.version_id);
  expect(await inSync(caller, [first, candidate, gone])).toEqual([
    ["current", null],
    ["current", null],
    ["withdrawn", null],
  ]);
});

test("a result for another major is no update of the loaded version", async ({ api }) => {
  const caller = await connect(api);
  const { technology, title, versions } = await versionsFor("14.x", "16.x");
  const [first] = versions;
  if (!first) throw new Error("Two versions were published.");
  const loaded_versions = [versionRef(first)];
  await expect.poll(async () => (await findings(caller, title, { loaded_versions })).skills[0]?.loaded).toBe("no");
  const fitting = await findings(caller, title, { loaded_versions, applicability: [semver(technology, "16.1.0")] });
  expect(fitting.skills[0]?.loaded).toBe("outdated");
  const same = await findings(caller, title, { loaded_versions, applicability: [semver(technology, "14.1.0")] });
  expect(same.skills[0]).toMatchObject({ loaded: "current", ref: versionRef(first), excerpt: null });
});

test("the update address of a file leads to the version that supersedes it, when one appears", async ({ api }) => {
  const { technology, versions } = await versionsFor("14.x", "16.x");
  const [old] = versions;
  if (!old) throw new Error("Two versions were published.");
  const { metadata } = parse((await textAt(api, fileOf(old))).split("---\n")[1] ?? "");
  expect(metadata.update_url).toBe(`${api.base}${updateOf(old)}`);
  const before = await api.get(updateOf(old));
  expect(before.text).toBe(await textAt(api, fileOf(old)));
  expect(before.headers).toMatchObject({
    "content-type": "text/markdown; charset=utf-8",
    "cache-control": "public, max-age=60",
  });
  const newer = await publishSkill({ of: old, applicability: [semver(technology, "^14.0.0")] });
  expect(await textAt(api, updateOf(old))).toBe(await textAt(api, fileOf(newer)));
  await withdrawVersion(old, "It was wrong.");
  expect(await textAt(api, updateOf(old)), "also when the old one was withdrawn").toBe(
    await textAt(api, fileOf(newer)),
  );
});

test("the update address refuses unknown versions, and a withdrawn one that nothing supersedes", async ({ api }) => {
  const { versions } = await versionsFor("14.x");
  const [skill] = versions;
  if (!skill) throw new Error("A version was published.");
  await withdrawVersion(skill, "It was wrong.");
  expect((await api.get(updateOf(skill))).status).toBe(410);
  const other = await publishSkill();
  for (const unknown of [
    { ...skill, version_id: nothing.version_id },
    { ...skill, version_id: "skv_1" },
    { ...skill, skill_id: other.skill_id },
  ])
    expect(api.problemOf(await api.get(updateOf(unknown))).code).toBe("not_found");
});
