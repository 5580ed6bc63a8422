import { type Api, expect, test } from "@/e2e/support/api";
import { word } from "@/e2e/support/fixtures";
import { type Caller, connect, versionRef } from "@/e2e/support/knowledge";
import { semver } from "@/e2e/support/knowledge-reading";
import { fewAndAll } from "@/e2e/support/rounds";
import {
  creation,
  heldOperation,
  maintainer,
  ownSkill,
  settled,
  submit,
  submitted,
  update,
} from "@/e2e/support/submitting";
import type { Operation } from "@/lib/contract/knowledge/resources";
import { decideSubmission } from "@/lib/contract/maintenance/queue";
import { withdrawVersion } from "@/lib/contract/maintenance/versions";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { searchPost } from "@/lib/contract/public/search";
import { getSkill, getSkillVersion, listSkills } from "@/lib/contract/public/skills";

/** A skill with versions for the majors 3 and 4 of a technology of its own, by its own author. */
async function twoMajors(api: Api) {
  const [author, technology] = [await connect(api), word()];
  const title = `Tame the ${word()}`;
  const third = await ownSkill(author, { title, applicability: [semver(technology, "^3.0.0")] });
  const version = (range: string, observed: string) =>
    update(third, observed, { title, applicability: [semver(technology, range)] });
  const fourth = refOf(await submitted(author, version("^4.0.0", "1")));
  return { author, technology, title, third: versionRef(third), fourth, version };
}

function refOf(operation: Operation): SkillVersionRef {
  expect(operation.state, JSON.stringify(operation)).toBe("succeeded");
  return Object(operation.result).ref;
}

const isSelected = async (api: Api, { skill_id, version_id }: SkillVersionRef) =>
  (await api.ok(getSkillVersion, { skill_id, version_id })).data.is_selected;
const selectedOf = async (api: Api, { skill_id }: SkillVersionRef) =>
  (await api.ok(getSkill, { skill_id })).data.selected;

async function holderOf(api: Api, ...held: SkillVersionRef[]): Promise<Caller> {
  const holder = await connect(api);
  await holder.sync({ selected_versions: held });
  return holder;
}

/** The version that the public search offers to a caller with this version of the technology. */
async function found(api: Api, q: string, technology: string, version: string): Promise<string | undefined> {
  const { data } = await api.ok(searchPost, { q, technology, version, preview: true });
  return data.results[0]?.version_id;
}

test("an own author's update for older releases is published and found, and the selection stays", async ({ api }) => {
  const { author, technology, title, third, fourth, version } = await twoMajors(api);
  const operation = await submitted(author, version("^3.1.0", "2"));
  const backport = refOf(operation);
  const address = `${api.base}/skills/${backport.skill_id}/versions/${backport.version_id}`;
  // Another instance on this database, at its own address, may have published it.
  const [, path] = address.split(api.base);
  expect(operation.result).toMatchObject({ selection_revision: "2", canonical_url: expect.stringMatching(`${path}$`) });
  const { data } = await api.ok(getSkillVersion, { skill_id: backport.skill_id, version_id: backport.version_id });
  expect(data).toMatchObject({ is_selected: false, is_candidate: false, ordinal: "3" });
  const { data: skill } = await api.ok(getSkill, { skill_id: third.skill_id });
  expect(skill).toMatchObject({ selected: fourth, selection_revision: "2" });
  expect(skill.versions.map(({ state }) => state)).toEqual(["published", "selected", "published"]);

  await expect.poll(() => found(api, title, technology, "3.4.0")).toBe(backport.version_id);
  expect(await found(api, title, technology, "3.0.2"), "below its range").toBe(third.version_id);
  expect(await found(api, title, technology, "4.2.0")).toBe(fourth.version_id);
  const { data: listed } = await api.ok(listSkills, { q: title, technology, version: "3.4.0" });
  expect(listed[0]).toMatchObject({ selected: fourth, version: backport, version_url: address });
});

test("holders are told of what supersedes their version, with its name, and of nothing else", async ({ api }) => {
  const { author, third, fourth, version } = await twoMajors(api);
  const [ofThird, ofFourth, ofBoth] = await Promise.all([
    holderOf(api, third),
    holderOf(api, fourth),
    holderOf(api, fourth, third),
  ]);
  const backport = refOf(await submitted(author, version("3.x", "2")));
  const told = {
    kind: "selection",
    ref: backport,
    held: third,
    state: "current",
    selected: fourth,
    selection_revision: "2",
    version_url: `${api.base}/skills/${backport.skill_id}/versions/${backport.version_id}`,
  };
  expect(await ofThird.drain()).toMatchObject([told]);
  expect(await ofFourth.drain()).toEqual([]);
  expect(await ofBoth.drain()).toMatchObject([told]);

  const newest = refOf(await submitted(author, version("^4.0.0", "2")));
  const news = { kind: "selection", ref: newest, held: fourth, state: "current", selected: newest };
  expect(await ofFourth.drain()).toMatchObject([news]);
  expect(await ofBoth.drain()).toMatchObject([news]);
  expect(await ofThird.drain()).toEqual([]);
});

test("holders of the version that was selected are told of the next major; who holds a newer version hears of it once", async ({
  api,
}) => {
  const { author, third, fourth, version } = await twoMajors(api);
  const [ofThird, ofFourth] = await Promise.all([holderOf(api, third), holderOf(api, fourth)]);
  const fifth = refOf(await submitted(author, version("^5.0.0", "2")));
  expect(await ofFourth.drain()).toMatchObject([{ kind: "selection", ref: fifth, held: fourth }]);
  expect(await ofThird.drain()).toEqual([]);
  expect((await ofFourth.sync({ selected_versions: [fourth] })).versions).toMatchObject([
    { state: "current", replaced_by: null, selected: fifth },
  ]);

  const faithful = await holderOf(api, fifth);
  const next = refOf(await submitted(author, version("^5.0.0", "3")));
  await faithful.sync({ selected_versions: [next] });
  const last = refOf(await submitted(author, version("^5.0.0", "4")));
  const deliveries = await faithful.drain();
  expect(deliveries).toMatchObject([
    { kind: "selection", sequence: "1", ref: next, held: fifth },
    { kind: "selection", sequence: "2", ref: last, held: next },
  ]);
  expect(deliveries).toHaveLength(2);
});

test("who holds versions of two majors is told of both by an update that covers both", async ({ api }) => {
  const { author, third, fourth, version } = await twoMajors(api);
  const holder = await holderOf(api, third, fourth);
  const both = refOf(await submitted(author, version(">=3 <5", "2")));
  const deliveries = await holder.drain();
  expect(deliveries.map(({ sequence }) => sequence)).toEqual(["1", "2"]);
  for (const held of [third, fourth])
    expect(deliveries).toContainEqual(expect.objectContaining({ kind: "selection", ref: both, held }));
});

for (const { count, tag } of fewAndAll(2, 6))
  test(`of two updates for two majors at the same time, the one for the newer major ends selected (${count} skills)`, {
    tag,
  }, async ({ api }) => {
    await Promise.all(
      Array.from({ length: count }, async () => {
        const { author, third, fourth, version } = await twoMajors(api);
        const [ofThird, ofFourth] = await Promise.all([holderOf(api, third), holderOf(api, fourth)]);
        const refs = await Promise.all(
          [version("^3.0.0", "2"), version("^4.0.0", "2")].map((each) => submit(author, each)),
        );
        const [old, newer] = await Promise.all(refs.map((ref) => settled(author, ref)));
        if (!old || !newer) throw new Error("Two updates were sent.");
        const selected = refOf(newer);
        expect(await selectedOf(api, third)).toEqual(selected);
        expect(await ofFourth.drain()).toMatchObject([{ ref: selected, held: fourth }]);
        if (old.state === "succeeded") {
          expect(await isSelected(api, refOf(old))).toBe(false);
          expect(await ofThird.drain()).toMatchObject([{ ref: refOf(old), held: third }]);
        } else {
          expect(old, "the selection moved before it").toMatchObject({
            state: "rejected",
            problem: { code: "selection_revision_conflict", current_version_id: selected.version_id },
          });
          expect(await ofThird.drain()).toEqual([]);
        }
      }),
    );
  });

test("when the selected version is withdrawn, no backport takes its place", async ({ api }) => {
  const { author, third, fourth, version } = await twoMajors(api);
  const caller = await maintainer(api);
  const newest = refOf(await submitted(author, version("^4.0.0", "2")));
  await submitted(author, version("^3.0.0", "3"));
  const { skill_id, version_id } = newest;
  const { data } = await caller.ok(withdrawVersion, { skill_id, version_id, reason: "It was wrong." });
  expect(data.selected).toEqual(fourth);
  expect(await selectedOf(api, third)).toEqual(fourth);
});

test("a backport that a maintainer approves is listed without being selected", async ({ api }) => {
  const { author, technology, third, fourth, version } = await twoMajors(api);
  const [caller, holder] = [await maintainer(api), await holderOf(api, third)];
  const held = version("^3.0.0", "2");
  const operation_ref = await heldOperation(author, creation(held));
  await caller.ok(decideSubmission, { operation_ref, decision: "approve", reason: "It is right." });
  const operation = await settled(author, operation_ref);
  const backport = refOf(operation);
  expect(await selectedOf(api, third)).toEqual(fourth);
  expect(await holder.drain()).toMatchObject([{ kind: "selection", ref: backport, held: third }]);
  expect(await author.drain()).toContainEqual(
    expect.objectContaining({ kind: "operation", operation: expect.objectContaining({ operation_ref }) }),
  );
  await expect.poll(() => found(api, String(held.title), technology, "3.1.0")).toBe(backport.version_id);
});
