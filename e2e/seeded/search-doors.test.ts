import path from "node:path";
import fc from "fast-check";
import { expect, test } from "@/e2e/support/api";
import { connect } from "@/e2e/support/knowledge";
import { propertySeed } from "@/e2e/support/property-seed";
import { type Door, openDoors, type Question } from "@/e2e/support/search-doors";
import { readLabelledQueries } from "@/lib/cli/eval/labelled-queries";
import { searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const QUESTIONS = 12;
const LIMITS = [1, 2, 3, 5];

const technology = fc.constantFrom("next.js", "NextJS", "react", "postgresql", "node", "django", "cobol", "netx.js");
const version = fc.constantFrom("12.0.0", "14.2.3", "16.4.6", "19.1.0", "18", "22.0.0", "3");
const question = (texts: string[]): fc.Arbitrary<Question> =>
  fc.oneof(
    fc.record({ q: fc.constantFrom(...texts) }),
    fc.record({ q: fc.constantFrom(...texts), technology, version }),
  );

test("every door says the same about a question, whatever the limit and whoever asks", async ({ api }) => {
  const doors = await openDoors(api, (await connect(api)).headers);
  const texts = readLabelledQueries(path.join(PROJECT_ROOT, "db/library-queries.jsonl")).map(({ query }) => query);
  const questions = fc.sample(question(texts), { numRuns: QUESTIONS, seed: propertySeed() });
  for (const [turn, asked] of questions.entries()) await agree(doors, asked, turn);
  await Promise.all(doors.map((door) => door.close()));
});

/** The first door is asked with every limit, each other one with the default and one that changes in turn. */
async function agree(doors: Door[], question: Question, turn: number): Promise<void> {
  const [first, ...others] = doors;
  if (!first) throw new Error("There is no door.");
  const whole = await first.ask({ ...question, limit: 5 });
  const { status, match_quality, nothing_fits, results } = whole;
  const strongest = results[0]?.strength ?? "none";
  expect(results.map(({ strength }) => strength)).not.toContain("weak");
  expect(nothing_fits === null, "null exactly when a result is strong").toBe(strongest === "strong");
  expect(match_quality === "none").toBe(results.length === 0);
  if (status === "answered") expect(strongest).toBe("strong");
  const scores = results.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  const check = async (door: Door, limit?: number) => {
    const said = await door.ask(limit === undefined ? question : { ...question, limit });
    const about = `${door.name}, limit ${limit ?? "by default"}: ${JSON.stringify(question)}`;
    expect(said, about).toEqual({ ...whole, results: results.slice(0, limit ?? 3) });
  };
  for (const limit of LIMITS) await check(first, limit);
  for (const [place, door] of others.entries()) {
    await check(door);
    await check(door, LIMITS[(turn + place) % LIMITS.length]);
  }
}

test("without results the knowledge interface says the same", async ({ api }) => {
  const doors = await openDoors(api, (await connect(api)).headers);
  const q = "how do I insert a row or change it if it is already there without a race";
  const [public1, knowledge] = [doors[0], doors.find(({ name }) => name === "v2")];
  const whole = await public1?.ask({ q, limit: 5 });
  expect(await knowledge?.ask({ q, limit: 0 })).toEqual({ ...whole, results: [] });
  await Promise.all(doors.map((door) => door.close()));
});

test("a directory lists weak matches after all others, and every item has its strength", async ({ api }) => {
  const q = "zod openapi components";
  for (const sort of ["relevance", "title"]) {
    const { data } = await api.ok(listSkills, { q, sort, limit: 100 });
    const strengths = data.map(({ strength }) => strength ?? "none");
    expect(strengths).toEqual(data.map(({ match }) => match?.strength));
    expect(new Set(strengths)).toEqual(new Set(["strong", "fair", "weak"]));
    expect(strengths.slice(strengths.indexOf("weak")), sort).not.toContain("fair");
    if (sort === "relevance") expect(strengths.slice(strengths.indexOf("fair"))).not.toContain("strong");
  }
  const offered = (await api.ok(searchPost, { q, limit: 5, preview: true })).data.results;
  expect(offered[0]).toMatchObject({ strength: "strong" });
  expect(offered.map(({ strength }) => strength)).not.toContain("weak");
  expect((await api.ok(listSkills, {})).data[0]).toMatchObject({ strength: null, verdict: null, match: null });
});
