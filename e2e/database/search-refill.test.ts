import { expect, test } from "@/e2e/support/api";
import {
  type MadeSkill,
  madeSkill,
  makeScratchLibrary,
  publishMade,
  type ScratchDatabase,
  takeSettings,
} from "@/e2e/support/scratch";
import { prepareIndex } from "@/lib/search/index/rebuild-index";
import { searchLibrary } from "@/lib/search/search-library";

const CROWD = 500;
const QUERY = "frobnicate the zorblax service";
const settings = { ...process.env };
let scratch: ScratchDatabase;
let fitting = "";

// Its own library: five hundred more skills would change the results of every other search.
test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
  for (let number = 0; number < CROWD; number += 1)
    crowd.push(skillFor(`Frobnicate the zorblax service, part ${number}`, "Frobnicate.", "^1"));
  const last = skillFor(
    "Notes on a service",
    `Frobnicate it. ${"Other words follow. ".repeat(200)} It was zorblax.`,
    "^2",
  );
  fitting = last.version_id;
  await publishMade(scratch, [...crowd, last]);
  await prepareIndex();
});

test.afterAll(async () => {
  await scratch?.drop();
});

for (const engine of ["with the search engine", "without it"]) {
  test(`a skill that fits is found behind five hundred better matches that do not, ${engine}`, async () => {
    test.skip(!settings.MEILI_KEY, "There is no search engine to index into: set MEILI_URL and MEILI_KEY.");
    takeSettings({ MEILI_URL: engine === "without it" ? undefined : settings.MEILI_URL });
    const applicability = [{ technology: "Zorblax", version_scheme: "semver" as const, constraint: "2.1.0" }];
    const found = await searchLibrary({ query: QUERY, applicability, limit: 5 });
    expect(found.degraded).toBe(engine === "without it");
    expect(found.hits.map(({ row, verdict }) => [row.version_id, verdict])).toEqual([[fitting, "compatible"]]);
    expect(found.excluded_incompatible).toBe(CROWD);
  });
}

const crowd: MadeSkill[] = [];

function skillFor(title: string, markdown: string, constraint: string): MadeSkill {
  return madeSkill({
    title,
    markdown,
    technologies: ["zorblax"],
    applicability: [{ technology: "zorblax", version_scheme: "semver", constraint }],
  });
}
