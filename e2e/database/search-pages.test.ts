import { expect, test } from "@/e2e/support/api";
import { madeSkill, makeScratchLibrary, publishMade, type ScratchDatabase } from "@/e2e/support/scratch";
import { newId } from "@/lib/platform/ids";
import { searchDirectory } from "@/lib/search/directory";
import { prepareIndex } from "@/lib/search/index/rebuild-index";

/** More than the rows of the first read, and at most what the engine returns. */
const SKILLS = 38;
const PAGE = 5;
/**
 * Their texts are equally relevant; some of them, including the first and last, are reviewed, which ranks them first.
 */
const library = Array.from({ length: SKILLS }, () =>
  madeSkill({ title: "Prune a pear tree", markdown: "# Prune\n\nIn winter.\n" }),
);
const reviewed = library
  .filter((_, index) => index % 12 === 0 || index === SKILLS - 1)
  .map(({ version_id }) => version_id);
let scratch: ScratchDatabase;

test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
  await publishMade(scratch, library);
  await scratch.sql`
    insert into review_notes (review_note_id, version_id, version_checked, note, reviewer, reviewed_at)
    select made.id, made.version_id, '1', 'Pruned one.', 'A gardener', now_ms()
    from jsonb_to_recordset(${scratch.sql.json(reviewed.map((version_id) => ({ id: newId("rev"), version_id })))})
      as made (id text, version_id text)`;
  await prepareIndex();
});

test.afterAll(async () => {
  await scratch?.drop();
});

test("consecutive short pages of a search equal one long page", async () => {
  const long = await page(100, 0);
  expect(new Set(long).size).toBe(SKILLS);
  expect(long.slice(0, reviewed.length).sort()).toEqual([...reviewed].sort());
  const short: string[] = [];
  for (let offset = 0; offset < long.length; offset += PAGE) short.push(...(await page(PAGE, offset)));
  expect(short).toEqual(long);
});

async function page(limit: number, offset: number): Promise<string[]> {
  const { hits } = await searchDirectory({
    q: "prune pear tree",
    sort: "relevance",
    limit,
    position: { kind: "offset", offset },
  });
  return hits.map(({ row }) => row.version_id);
}
