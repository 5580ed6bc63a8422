import { closeDatabase } from "@/db/client";
import { expect, test } from "@/e2e/support/api";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch-database";
import { madeSkill, publishMade, takeSettings } from "@/e2e/support/scratch-library";
import { analysesOf, warmAnalyses } from "@/lib/search/analysed-cache";
import { analyseAll } from "@/lib/search/rebuild-index";

/** More than one read takes. */
const SKILLS = 120;
const settings = { ...process.env };
const library = Array.from({ length: SKILLS }, (_, index) =>
  madeSkill({ title: `Prune tree ${index}`, markdown: `# Tree ${index}\n\nIn winter.\n` }),
);
let scratch: ScratchDatabase;

test.beforeAll(async () => {
  scratch = await makeScratchDatabase();
  takeSettings({ DATABASE_URL: scratch.url });
  await publishMade(scratch, library);
  await analyseAll();
});

test.afterAll(async () => {
  await closeDatabase();
  takeSettings({ DATABASE_URL: settings.DATABASE_URL });
  await scratch?.drop();
});

test("the analyses of all selected versions are in memory before the first search asks for them", async () => {
  await warmAnalyses(new AbortController().signal);
  await scratch.sql`delete from search_documents`;
  const kept = await analysesOf(library.map(({ version_id }) => version_id));
  expect(kept.size).toBe(SKILLS);
});
