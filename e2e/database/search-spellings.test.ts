import { STATED, UNDERSTOOD, WARNED } from "@/e2e/samples/rows";
import { expect, test } from "@/e2e/support/api";
import { madeSkill, makeScratchLibrary, publishMade, type ScratchDatabase } from "@/e2e/support/scratch";
import { searchPost } from "@/lib/contract/public/search";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { pageContext } from "@/lib/domain/context";
import { searchAndAsk } from "@/lib/domain/threads/search-and-ask";
import { prepareIndex } from "@/lib/search/index/rebuild-index";

const QUERY = "frobnicate the zorblax service";
let scratch: ScratchDatabase;
/** By version id: the constraint that the skill's version states. */
const stated = new Map<string, string>();

test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
  const skills = STATED.map((entry) =>
    madeSkill({
      title: `Frobnicate the zorblax service of ${entry.technology} ${entry.constraint}`,
      markdown: "# Frobnicate the zorblax service\n\nTurn the key.\n",
      technologies: [normaliseTechnology(entry.technology)],
      applicability: [entry],
    }),
  );
  for (const { version_id, applicability } of skills) stated.set(version_id, applicability[0]?.constraint ?? "");
  // Its title is the question: nothing but an ignored constraint makes this less than a full match.
  const general = madeSkill({ title: QUERY, markdown: "# Frobnicate the zorblax service\n\nTurn the key.\n" });
  await publishMade(scratch, [...skills, general]);
  await prepareIndex();
});

test.afterAll(async () => {
  await scratch?.drop();
});

const ask = async (technology: string | undefined, version: string | undefined, q = QUERY) => {
  const input = searchPost.input.parse({ q, technology, version });
  return (await searchAndAsk(pageContext(), input, "body")).answer.data;
};

test("a search understands every spelling, or warns about it and claims no answer", async () => {
  const wrong: string[] = [];
  for (const [technology, version, judged] of UNDERSTOOD) {
    const { warnings, match_quality } = await ask(technology, version);
    if (warnings.length > 0 || match_quality !== "full")
      wrong.push(`${technology} ${version} (${judged}): ${JSON.stringify(warnings)}, ${match_quality}`);
  }
  for (const [technology, version, warning] of WARNED) {
    const { warnings, match_quality, status } = await ask(technology, version);
    const told = warnings.map(({ code, suggestions }) => (suggestions ? `${code}: ${suggestions.join(", ")}` : code));
    if (told.join("; ") !== warning || match_quality === "full" || status !== "open")
      wrong.push(`${technology} ${version} (${warning}): ${told}, ${match_quality}, ${status}`);
  }
  expect(wrong).toEqual([]);
});

test("different spellings of one version find the same skills", async () => {
  for (const [technology, version] of [
    ["next.js", "v15"],
    ["Next.js 15", undefined],
    ["pkg:npm/next@15.1.0", undefined],
    ["nextjs", ">= 15, < 16"],
    ["next-js", "15.0.0-rc.1"],
  ] as const) {
    const { results } = await ask(technology, version, `${QUERY} of next.js`);
    const compatible = results.filter(({ verdict }) => verdict === "compatible");
    expect([technology, compatible.map(({ version_id }) => stated.get(version_id))]).toEqual([
      technology,
      [">=15 <16"],
    ]);
  }
});
