import { expect, test } from "@/e2e/support/api";
import { madeSkill, makeScratchLibrary, publishMade, type ScratchDatabase } from "@/e2e/support/scratch";
import { analysesOf, makeAnalyses, warmAnalyses } from "@/lib/search/index/analysed-cache";
import { analyseAll } from "@/lib/search/index/rebuild-index";

/** More than one read returns. */
const SKILLS = 120;
/** Each takes about ten kilobytes of memory. */
const WORDS = Array.from({ length: 800 }, (_, index) => `leaf${index}`).join(" ");
const library = Array.from({ length: SKILLS }, (_, index) =>
  madeSkill({ title: `Prune tree ${index}`, markdown: `# Tree ${index}\n\n${WORDS}\n` }),
);
const version_ids = library.map(({ version_id }) => version_id);
let scratch: ScratchDatabase;

test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
  await publishMade(scratch, library);
  await analyseAll();
});

test.afterAll(async () => {
  await scratch?.drop();
});

test("analyses of selected versions are in memory before the first search, as far as there is room", async () => {
  const { signal } = new AbortController();
  const megabyte = makeAnalyses(1_048_576);
  await warmAnalyses(signal);
  await warmAnalyses(signal, megabyte);
  // Without an entry of the log, so that nothing tells the caches that theirs are gone.
  await scratch.sql`delete from search_documents`;
  expect((await analysesOf(version_ids)).size).toBe(SKILLS);
  const kept = (await analysesOf(version_ids, megabyte)).size;
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(SKILLS);
});
