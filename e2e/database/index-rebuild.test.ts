import { randomBytes } from "node:crypto";
import { mock } from "node:test";
import { expect, test } from "@/e2e/support/api";
import { closeGate, madeSkill, makeScratchLibrary, publishMade, type ScratchDatabase } from "@/e2e/support/scratch";
import { indexingClient } from "@/lib/search/engine/engine";
import { settled } from "@/lib/search/index/index-documents";
import { INDEX_SETTINGS, prepareIndex } from "@/lib/search/index/rebuild-index";
import { searchLibrary } from "@/lib/search/search-library";

const settings = { ...process.env };
const library = ["Prune a pear tree", "Graft an apple tree"].map((title) =>
  madeSkill({ title, markdown: `# ${title}\n\nIn winter.\n` }),
);
const [pear, apple] = library.map(({ version_id }) => version_id);
/** From this number of waiting skills on, the index is rebuilt. */
const MUCH = 2_000;
const HOUR_MS = 3_600_000;
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

test("a large backlog is indexed by a rebuild and a small one in batches, and both end with no waiting entries", {
  tag: "@slow",
}, async () => {
  const built = await builtAt();
  await letWait(MUCH - 1);
  await prepareIndex();
  expect(await builtAt(), "read in batches").toBe(built);
  expect(await waiting()).toBe(0);

  await letWait(MUCH);
  await prepareIndex();
  expect(await builtAt(), "built anew").not.toBe(built);
  expect(await waiting()).toBe(0);
  expect(await held()).toEqual([pear, apple].sort());
});

test("a change made after a rebuild has read its skill still waits and is indexed afterwards", async () => {
  await scratch.sql`select mark_dirty(v.skill_id) from skill_versions v`;
  await letWait(MUCH);
  // A rebuild writes there between reading the versions and removing them from the dirty set.
  const gate = await closeGate(scratch.sql, "index_dead_letters");
  const preparing = prepareIndex();
  preparing.catch(() => {});
  await gate.reached();
  await scratch.sql.begin(async (sql) => {
    await sql`
      update skill_versions
         set withdrawn_at = now_ms(), withdrawn_reason = 'A test took it back.'
       where skill_versions.version_id = ${pear ?? ""}`;
    await sql`select mark_dirty(v.skill_id) from skill_versions v where v.version_id = ${pear ?? ""}`;
  });
  await gate.open();
  await preparing;
  expect(await held()).toEqual([apple]);
  expect(await waiting()).toBe(0);
});

test("an index rebuilt by a writer whose lease has expired does not replace the live index", async () => {
  const built = await builtAt();
  await letWait(MUCH);
  await expect(prepareIndex(() => false)).rejects.toThrow("the lease of the search index ended");
  expect(await builtAt()).toBe(built);
  expect(await waiting(), "what waited still waits for the writer that holds it now").toBe(MUCH);
  await prepareIndex();
  expect(await builtAt()).not.toBe(built);
  for (const { uid } of await ourIndexes())
    if (uid !== process.env.MEILI_INDEX) await indexingClient()?.deleteIndex(uid);
});

test("an index of an earlier release answers until the new one is complete", async () => {
  const client = indexingClient();
  if (!client) throw new Error("There is no search engine.");
  const live = client.index(process.env.MEILI_INDEX ?? "");
  const former = ["title", "description", "body"];
  await settled(client, await live.updateSettings({ searchableAttributes: former }));
  const document = { title: "graft appl tree", description: "", body: "winter" };
  await settled(client, await live.updateDocuments([{ id: apple, text: "", ...document }]));
  let done = false;
  // The rebuild writes to this table after it has filled the new index: meanwhile searches go on.
  const gate = await closeGate(scratch.sql, "index_dead_letters");
  const preparing = prepareIndex().finally(() => {
    done = true;
  });
  preparing.catch(() => {});
  await gate.reached();
  expect(await live.getSearchableAttributes(), "the former index is live").toEqual(former);
  let searches = await findsApple();
  await gate.open();
  while (!done) searches += await findsApple();
  await preparing;
  searches += await findsApple();
  expect(await live.getSearchableAttributes()).toEqual(INDEX_SETTINGS.searchableAttributes);
  expect(searches).toBeGreaterThan(2);
});

test("an abandoned rebuild index is deleted once its rebuild cannot still be running", async () => {
  const client = indexingClient();
  if (!client) throw new Error("There is no search engine.");
  const live = process.env.MEILI_INDEX ?? "";
  const left = `${live}_0123456789ab`;
  const another = `${live}_of_somebody_else`;
  for (const uid of [left, another]) await settled(client, await client.createIndex(uid, { primaryKey: "id" }));
  const rebuilt = async () => {
    await letWait(MUCH);
    await prepareIndex();
    return (await ourIndexes()).map(({ uid }) => uid).sort();
  };
  expect(await rebuilt()).toEqual([live, left, another].sort());
  mock.timers.enable({ apis: ["Date"], now: Date.now() + 2 * HOUR_MS });
  try {
    expect(await rebuilt()).toEqual([live, another].sort());
  } finally {
    mock.timers.reset();
  }
});

/** One search with words never used together before, so that no cache answers. */
async function findsApple(): Promise<number> {
  const query = `graft apple tree in winter ${randomBytes(4).toString("hex")}`;
  const { hits, degraded } = await searchLibrary({ query, applicability: [], limit: 5, browse: { excerpts: 0 } });
  expect(degraded).toBe(false);
  expect(hits.map(({ row }) => row.version_id)).toContain(apple);
  return 1;
}

/** Skills that are not listed: indexing them only removes their entries. */
async function letWait(count: number): Promise<void> {
  await scratch.sql`select mark_dirty('skl_gone' || n) from generate_series(1, ${count}::int) as n`;
}

async function waiting(): Promise<number> {
  const [row] = await scratch.sql<{ count: number }[]>`select count(*)::int as count from index_dirty`;
  return row?.count ?? -1;
}

async function ourIndexes() {
  const found = await indexingClient()?.getRawIndexes({ limit: 1_000 });
  return (found?.results ?? []).filter(({ uid }) => uid.startsWith(process.env.MEILI_INDEX ?? "?"));
}

/** A rebuilt index is a different index with the same name. */
async function builtAt(): Promise<string | undefined> {
  return (await ourIndexes()).find(({ uid }) => uid === process.env.MEILI_INDEX)?.createdAt;
}

async function held(): Promise<string[]> {
  const found = await indexingClient()
    ?.index(process.env.MEILI_INDEX ?? "")
    .getDocuments({ fields: ["id"], limit: 100 });
  return (found?.results ?? []).map(({ id }) => String(id)).sort();
}
