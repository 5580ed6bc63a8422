import { mock } from "node:test";
import { expect, test } from "@playwright/test";
import { madeSkill, makeScratchLibrary, publishMade, type ScratchDatabase } from "@/e2e/support/scratch";
import { recentIndexState } from "@/lib/search/index/analysed-cache";
import { analyseSkills, syncIndex, syncIndexOnce } from "@/lib/search/index/index-sync";
import { prepareIndex } from "@/lib/search/index/rebuild-index";
import { currentStatistics } from "@/lib/search/rank/statistics";
import { textMatches } from "@/lib/search/rank/text-matches";

let scratch: ScratchDatabase;
test.afterEach(async () => {
  mock.timers.reset();
  await scratch?.drop();
});

test("a version that the engine indexes between its answer and a later read of the state is found", async () => {
  scratch = await makeScratchLibrary();
  const older = madeSkill({ title: "Tame the zebra", markdown: "# Tame it\n\nTake a rope.\n" });
  const newer = madeSkill({ title: "Feed the zebra", markdown: "# Feed it\n\nTake some hay.\n" });
  await publishMade(scratch, [older]);
  await prepareIndex();
  await syncIndex();
  await publishMade(scratch, [newer]);
  await scratch.sql`select mark_dirty(${newer.skill_id})`;
  await analyseSkills([newer.skill_id]);

  mock.timers.enable({ apis: ["Date"], now: new Date() });
  await Promise.all([currentStatistics(), recentIndexState()]);
  const search = {
    query: "feed the zebra",
    prefix: false,
    technologies: [],
    selected: true,
    depth: 0,
    without: [],
  } as const;
  let searching: ReturnType<typeof textMatches> | undefined;
  await scratch.sql.begin(async (sql) => {
    // Whoever reads the state anew now gets it after the engine has indexed the version.
    await sql`lock table publish_log_head in access exclusive mode`;
    searching = textMatches(search);
    searching.catch(() => {});
    mock.timers.tick(1_000);
    expect((await syncIndexOnce()).indexed).toBe(1);
  });
  const { best } = (await searching) ?? { best: [] };
  expect(best.map(({ version_id }) => version_id)).toContain(newer.version_id);
});
