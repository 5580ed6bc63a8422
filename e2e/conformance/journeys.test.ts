import { type Api, expect, test } from "@/e2e/support/api";
import { becomesListed, word } from "@/e2e/support/fixtures";
import { type Door, doors, type Journey, openDoors } from "@/e2e/support/journey-doors";
import { type Caller, connect } from "@/e2e/support/knowledge";
import { creation, settled, submit, update } from "@/e2e/support/submitting";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { getSkill } from "@/lib/contract/public/skills";

const MAJORS = ["3", "4", "5"];
type Version = { ref: SkillVersionRef; marker: string };

/** A skill on a technology made for the test, with a version for each major; the newest major comes last. */
async function scene(api: Api) {
  const author = await connect(api, "Author");
  const technology = `sprocket${word()}`;
  const subject = word();
  const versions = new Map<string, Version>();
  for (const major of MAJORS)
    versions.set(major, await publish(author, { technology, subject, major, of: versions.get("3"), state: "first" }));
  return { author, technology, subject, versions };
}

type Wish = { technology: string; subject: string; major: string; of: Version | undefined; state: string };

/** Publishes a version for one major as an author does; its text has a mark that no other text has. */
async function publish(author: Caller, { technology, subject, major, of, state }: Wish): Promise<Version> {
  const marker = word();
  const input = creation({
    title: `Tune the ${subject} of ${technology}`,
    description: `How to tune the ${subject}. Use it when it rattles in ${technology}.`,
    markdown: `# Tune the ${subject}\n\nOn release ${major}, ${state}: set ${marker} until it stops.\n`,
    applicability: [{ technology, version_scheme: "semver", constraint: `>=${major} <${Number(major) + 1}` }],
  });
  const observed = of && (await author.ok(getSkill, { skill_id: of.ref.skill_id })).data.selection_revision;
  const sent = of && observed ? update(of.ref, observed, { ...input, kind: "update" }) : input;
  const { state: ended, result, problem } = await settled(author, await submit(author, sent));
  expect(ended, JSON.stringify(problem)).toBe("succeeded");
  const { ref } = Object(result);
  return { ref, marker };
}

test("by every door the version that fits is reached, also while holding it and after an update", async ({
  api,
}, info) => {
  test.setTimeout(240_000);
  const { author, technology, subject, versions } = await scene(api);
  const all = [...versions.values()];
  await becomesListed(api, { q: `tune the ${subject}`, technology, version: "3.2.1" }, all[0]?.ref.version_id ?? "");
  const opened = await openDoors(api, info.outputPath());
  const table: Record<string, string> = {};
  const held = new Map<string, SkillVersionRef>();

  const visit = async (door: Door, major: string, state: Journey["state"]) => {
    const wanted = versions.get(major);
    if (!wanted) throw new Error(`No version is for ${major}.`);
    const others = [...versions.values(), ...all].filter(({ marker }) => marker !== wanted.marker);
    const journey: Journey = {
      question: `tune the ${subject} when it rattles`,
      technology,
      version: `${major}.2.1`,
      state,
      held: held.get(`${door} ${major}`) ?? null,
      wanted: wanted.ref,
    };
    table[`${door}, ${major}, ${state}`] = await outcome(async () => {
      const { text, said } = await opened[door](journey);
      if (!text.includes(wanted.marker)) {
        const other = others.find(({ marker }) => text.includes(marker));
        return other ? `read ${other.ref.version_id}` : `read no version: ${text.slice(0, 300)}`;
      }
      held.set(`${door} ${major}`, wanted.ref);
      const falsehood = said.find((claim) =>
        /superseded|outdated|earlier version|not selected|"withdrawn"/i.test(claim),
      );
      return falsehood ? `was told: ${falsehood.slice(0, 300)}` : "right";
    });
  };

  for (const state of ["first visit", "holding it"] as const)
    for (const major of MAJORS) for (const door of doors) await visit(door, major, state);
  // The update of the oldest major is a backport: it must reach those on that major, and nobody else.
  for (const major of MAJORS) {
    const newer = await publish(author, { technology, subject, major, of: versions.get(major), state: "mended" });
    versions.set(major, newer);
    await becomesListed(api, { q: `tune the ${subject}`, technology, version: `${major}.2.1` }, newer.ref.version_id);
    for (const door of doors) await visit(door, major, "after an update");
  }
  const wrong = Object.entries(table).filter(([, each]) => each !== "right");
  expect(Object.fromEntries(wrong)).toEqual({});
  expect(Object.keys(table).length).toBe(doors.length * MAJORS.length * 3);
});

async function outcome(visit: () => Promise<string>): Promise<string> {
  try {
    return await visit();
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message.slice(0, 400) : String(error)}`;
  }
}
