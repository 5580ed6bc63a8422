import { mock } from "node:test";
import { expect, test } from "@/e2e/support/api";
import { closeGate, madeSkill, makeScratchLibrary, publishMade, type ScratchDatabase } from "@/e2e/support/scratch";
import { forget } from "@/lib/platform/singleton";
import { indexingClient } from "@/lib/search/engine/engine";
import { countsAgree, repairDrift } from "@/lib/search/index/drift";
import { settled } from "@/lib/search/index/index-documents";
import { syncIndex, syncIndexOnce } from "@/lib/search/index/index-sync";
import { prepareIndex } from "@/lib/search/index/rebuild-index";
import { searchLibrary } from "@/lib/search/search-library";

const settings = { ...process.env };
const library = ["Prune a pear tree", "Graft an apple tree", "Water a fig tree"].map((title) =>
  madeSkill({ title, markdown: `# ${title}\n\nIn winter.\n` }),
);
const [pear, apple, fig] = library.map(({ version_id }) => version_id);
/** Identical searches share their results for half a second, regardless of changes. */
const SHARED_MS = 600;
let scratch: ScratchDatabase;

test.beforeAll(async () => {
  test.skip(!settings.MEILI_KEY, "There is no search engine to index into: set MEILI_URL and MEILI_KEY.");
  scratch = await makeScratchLibrary();
  await publishMade(scratch, library);
  await prepareIndex();
});

test.afterAll(async () => {
  await scratch?.drop();
});

test("documents deleted, added or changed outside the product are repaired", async () => {
  const before = await held();
  expect(Object.keys(before).sort()).toEqual([pear, apple, fig].sort());
  expect(await countsAgree()).toBe(true);
  expect(await repairDrift()).toEqual({ marked: 0, deleted: 0 });

  const stranger = { id: `skv_${"x".repeat(22)}`, skill_id: `skl_${"x".repeat(22)}`, is_selected: true };
  await change((index) => index.deleteDocuments([pear ?? ""]));
  expect(await countsAgree(), "one document is missing").toBe(false);
  await change((index) => index.addDocuments([stranger]));
  await change((index) => index.updateDocuments([{ id: apple, is_selected: false }]));
  expect(await repairDrift()).toEqual({ marked: 2, deleted: 1 });
  await syncIndex();
  expect(await held()).toEqual(before);
  expect(await countsAgree()).toBe(true);
});

test("cached lookups are not used after a repair or a rebuild of the index", async () => {
  const titles = async () => {
    const { hits } = await searchLibrary({ query: "fig tree", applicability: [], limit: 5, browse: { excerpts: 5 } });
    return hits.map(({ row }) => row.title);
  };
  expect(await titles()).toContain("Water a fig tree");
  const ways: Record<string, () => Promise<void>> = {
    async repair() {
      await repairDrift();
      await syncIndex();
    },
    async "building anew"() {
      await change((index) => index.deleteAllDocuments());
      await prepareIndex();
    },
  };
  for (const [how, bringBack] of Object.entries(ways)) {
    await change((index) => index.deleteDocuments([fig ?? ""]));
    forget("search-matches");
    expect(await titles(), `${how}: the engine lacks it`).not.toContain("Water a fig tree");
    // No search runs while the document returns.
    await bringBack();
    expect(Object.keys(await held())).toContain(fig);
    mock.timers.enable({ apis: ["Date"], now: Date.now() + SHARED_MS });
    try {
      expect(await titles(), how).toContain("Water a fig tree");
    } finally {
      mock.timers.reset();
    }
  }
});

test("a version that is no longer listed leaves the index with the next change of its skill", async () => {
  for (const [version_id, left] of [
    [pear, 2],
    [apple, 1],
  ] as const) {
    await scratch.sql`
      update skill_versions
         set withdrawn_at = now_ms(), withdrawn_reason = 'A test took it back.'
       where skill_versions.version_id = ${version_id ?? ""}`;
    // Once beside another skill, and once alone.
    const others = left === 2 ? [fig ?? ""] : [];
    await scratch.sql`
      select mark_dirty(v.skill_id)
      from skill_versions v
      where v.version_id = any(${[version_id ?? "", ...others]})`;
    await syncIndex();
    expect(Object.keys(await held())).toHaveLength(left);
    expect(await held()).not.toHaveProperty(version_id ?? "");
  }
});

test("an entry that another writer has read in the meantime is read again, in case the engine applied the older documents last", async () => {
  const entry = () => scratch.sql<{ revision: string }[]>`select d.revision from index_dirty d`;
  await scratch.sql`select mark_dirty(v.skill_id) from skill_versions v where v.version_id = ${fig ?? ""}`;
  const [before] = await entry();
  // This writer has sent its documents to the engine and stalls there.
  const gate = await closeGate(scratch.sql, "index_dead_letters");
  const syncing = syncIndexOnce();
  syncing.catch(() => {});
  await gate.reached();
  await scratch.sql`delete from index_dirty`;
  await gate.open();
  await syncing;
  const [after] = await entry();
  expect(Number(after?.revision)).toBeGreaterThan(Number(before?.revision));
  await syncIndex();
  expect(await entry(), "one writer alone ends").toHaveLength(0);
});

const liveIndex = () => indexingClient()?.index(process.env.MEILI_INDEX ?? "");

/** The versions in the engine, and whether each is selected. */
async function held(): Promise<Record<string, unknown>> {
  const found = await liveIndex()?.getDocuments({ fields: ["id", "is_selected"], limit: 100 });
  return Object.fromEntries((found?.results ?? []).map((document) => [document.id, document.is_selected]));
}

async function change(work: (index: NonNullable<ReturnType<typeof liveIndex>>) => Promise<{ taskUid: number }>) {
  const client = indexingClient();
  const index = liveIndex();
  if (client && index) await settled(client, await work(index));
}
