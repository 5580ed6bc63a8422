import { transaction } from "@/db/client";
import { expect, test } from "@/e2e/support/api";
import { publishSkill, word } from "@/e2e/support/fixtures";
import { connect, versionRef } from "@/e2e/support/knowledge";
import { maintainer } from "@/e2e/support/submitting";
import { addReviewNote, listStaleVersions } from "@/lib/contract/maintenance/versions";
import { noteRelease } from "@/lib/domain/sources/newest-releases";

const released_at = "2099-01-02T03:04:05.000Z";
const note = (technology: string, version: string) =>
  transaction((sql) => noteRelease(sql, { technology, version, released_at: new Date(released_at), address: "test" }));

test("who holds a version is told of a newer release, and feeds and maintainers see it", async ({ api }) => {
  const technology = word();
  const applicability = [{ technology, version_scheme: "semver" as const, constraint: ">=14 <16" }];
  const skill = await publishSkill({ applicability });
  const [holder, chief] = [await connect(api), await maintainer(api)];
  await holder.sync({ selected_versions: [versionRef(skill)] });
  await note(technology, "16.0.0");
  const freshness = { technology, checked: ">=14 <16", newest: "16.0.0", released_at };
  const told = { kind: "freshness", ref: versionRef(skill), state: "current", freshness };
  const [delivery, ...more] = (await holder.sync()).deliveries;
  expect(delivery).toMatchObject(told);
  expect(more).toEqual([]);
  for (const ending of ["json", "atom"]) {
    const { text } = await api.get(`/feeds/skills.${ending}?technology=${technology}`);
    expect(text).toContain(`${technology} 16.0.0 is out, checked against`);
  }
  const { data } = await chief.ok(listStaleVersions, { limit: 100 });
  expect(data.find(({ ref }) => ref.version_id === skill.version_id)?.freshness).toEqual(freshness);
  await holder.refused(listStaleVersions, "maintainer_required", {});

  // What is delivered is read as it is now, and a release that was taken back is not news any more.
  await note(technology, "17.0.0");
  const newest = { kind: "freshness", freshness: { ...freshness, newest: "17.0.0" } };
  expect((await holder.sync()).deliveries).toMatchObject([newest, newest]);
  await note(technology, "15.0.0");
  expect((await holder.sync()).deliveries).toEqual([]);
});

test("a version that was reviewed for the release, or withdrawn, is behind no more", async ({ api }) => {
  const technology = word();
  const applicability = [{ technology, version_scheme: "semver" as const, constraint: ">=14" }];
  const skill = await publishSkill({ applicability });
  const chief = await maintainer(api);
  const listed = async () => {
    const { data } = await chief.ok(listStaleVersions, { limit: 100 });
    return data.filter(({ ref }) => ref.version_id === skill.version_id).length;
  };
  await note(technology, "17.0.0");
  expect(await listed()).toBe(0);
  const { skill_id, version_id } = skill;
  const reviewed = (version_checked: string) =>
    chief.ok(addReviewNote, { skill_id, version_id, version_checked, note: "Tried.", reason: "Ran it." });
  await reviewed("16.4.0");
  expect(await listed()).toBe(1);
  await reviewed("17.0.0");
  expect(await listed()).toBe(0);
});
