import { expect, test } from "@playwright/test";
import { listedRows } from "@/db/queries/search-rows";
import { type RecordedQueries, recordQueries } from "@/db/query-recorder";
import { expectWithin } from "@/e2e/support/measuring";
import { madeSkill, makeScratchLibrary, publishMade, type ScratchDatabase } from "@/e2e/support/scratch";
import { newId } from "@/lib/platform/ids";
import { forget } from "@/lib/platform/singleton";
import { analyseSkills, syncIndex } from "@/lib/search/index/index-sync";
import { prepareIndex } from "@/lib/search/index/rebuild-index";
import { NOTHING_NAMED } from "@/lib/search/rank/rank-candidates";
import { searchLibrary } from "@/lib/search/search-library";

const VERSIONS = 200;
const ROUNDS = 40;
const QUERY = "frobnicate the zorblax";
let scratch: ScratchDatabase;

const skill = (title: string, technology = "zorblax") =>
  madeSkill({
    title,
    markdown: `${title}. Turn the knob.`,
    technologies: [technology],
    applicability: [{ technology, version_scheme: "semver", constraint: "^1" }],
  });
const many = skill("Frobnicate the zorblax");
const one = skill("Polish the zorblax");
/** By ordinal: the first half covers 1, the others cover 2; the first one is selected. */
const versions = Array.from({ length: VERSIONS }, (_, place) => ({
  version_id: place === 0 ? many.version_id : newId("skv"),
  ordinal: place + 1,
  applicability: [{ ...many.applicability[0], constraint: place < VERSIONS / 2 ? "^1" : "^2" }],
}));
const at = (ordinal: number) => versions[ordinal - 1]?.version_id ?? "";

test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
  await publishMade(scratch, [many, one]);
  await scratch.sql`
    insert into skill_versions
      (version_id, skill_id, ordinal, title, description, markdown, content_sha256, applicability, technologies,
       change_summary, rationale, supporting_basis, first_selected_at)
    select made.version_id, v.skill_id, made.ordinal, v.title, v.description, v.markdown,
           sha256(made.version_id::bytea), made.applicability, v.technologies, 'Made.', 'A test.', 'None.', now_ms()
    from jsonb_to_recordset(${scratch.sql.json(versions.slice(1))})
      as made (version_id text, ordinal bigint, applicability jsonb)
    join skill_versions v on v.version_id = ${many.version_id}`;
});
test.afterAll(() => scratch.drop());

const rowsFor = async (version_ids: string[], version_id: string | null = null) =>
  (await listedRows(scratch.sql, { ...NOTHING_NAMED, version_ids, version_id })).map((row) => row.version_id);

test("of two hundred versions a search reads the newest for each range and the selected one", async () => {
  expect(await rowsFor([at(50)])).toEqual([at(200), at(100), at(1)]);
  expect(await rowsFor([one.version_id])).toEqual([one.version_id]);
  expect(await rowsFor([], at(70)), "the one that is named by its id").toEqual([at(200), at(100), at(70), at(1)]);
});

test("versions that are withdrawn or wait are not read, and the one before is", async () => {
  await scratch.sql`update skill_versions set withdrawn_at = now_ms(), withdrawn_reason = 'Old.' where version_id = ${at(200)}`;
  await scratch.sql`
    update skill_versions
       set quarantined_at = now_ms(), quarantine_reasons = array['reports']
     where version_id = ${at(199)}`;
  expect(await rowsFor([at(50)], at(199))).toEqual([at(198), at(100), at(1)]);
  await scratch.sql`
    update skill_versions
       set withdrawn_at = null, withdrawn_reason = null, quarantined_at = null, quarantine_reasons = '{}'
     where version_id = any(${[at(199), at(200)]})`;
});

test("a caller gets the version that fits, by as many statements as for a skill of one version", async () => {
  const search = async (query: string, constraint: string) => {
    const notes: RecordedQueries = { reads: [], missing: 0 };
    const applicability = [{ technology: "zorblax", version_scheme: "semver" as const, constraint }];
    const { hits } = await recordQueries(notes, () => searchLibrary({ query, applicability, limit: 5 }));
    return { found: hits.map(({ row }) => row.version_id), reads: notes.reads.length };
  };
  await search("something else", "1.0.0");
  const [old, current, single] = [
    await search(QUERY, "1.5.0"),
    await search(QUERY, "2.0.0"),
    await search("polish the zorblax", "1.5.0"),
  ];
  expect(old.found[0], "the selected one, which fits").toBe(at(1));
  expect(current.found[0]).toBe(at(200));
  expect(single.found[0]).toBe(one.version_id);
  expect(current.reads).toBeLessThanOrEqual(single.reads);
});

test("a search that finds a skill of two hundred versions takes at most 1.5 times as long as one that finds another", {
  tag: "@slow",
}, async () => {
  const other = skill("Embrangle the quibble", "quibble");
  // Without them each word of the two hundred versions would be common in the library.
  const rest = Array.from({ length: 1_000 }, (_, place) => skill(`Sift the gravel of pit ${place}`, "gravel"));
  await publishMade(scratch, [other, ...rest]);
  await scratch.sql`select mark_dirty(skill_id) from skills`;
  await analyseSkills([many, one, other, ...rest].map(({ skill_id }) => skill_id));
  await prepareIndex();
  await syncIndex();
  const took = async (query: string, technology: string) => {
    for (const name of ["search-matches", "search-answers"]) forget(name);
    const applicability = [{ technology, version_scheme: "semver" as const, constraint: "1.5.0" }];
    const start = performance.now();
    const { hits, degraded } = await searchLibrary({ query, applicability, limit: 5 });
    expect({ found: hits[0]?.row.technologies, degraded }).toEqual({ found: [technology], degraded: false });
    return performance.now() - start;
  };
  const ratio = async () => {
    const [ofMany, ofOne]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ofMany.push(await took("frobnicate a knob of the zorblax", "zorblax"));
      ofOne.push(await took("embrangle a knob of the quibble", "quibble"));
    }
    return median(ofMany) / median(ofOne);
  };
  await ratio();
  await expectWithin("a search with two hundred versions, as a multiple", 1.5, ratio);
});

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
