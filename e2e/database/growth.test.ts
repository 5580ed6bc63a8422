import { closeDatabase, read } from "@/db/client";
import { indexState } from "@/db/queries/index-state";
import { bestFiles, selectedFilesAfter } from "@/db/queries/skill-files";
import { waitingWork } from "@/db/queries/worker";
import { expect, test } from "@/e2e/support/api";
import { madeSkill, makeScratchLibrary, publishMade, type ScratchDatabase, takeSettings } from "@/e2e/support/scratch";
import { pageContext } from "@/lib/domain/context";
import { listSkills } from "@/lib/domain/skills/list-skills";
import { listTechnologies } from "@/lib/domain/skills/list-technologies";
import { listPosts } from "@/lib/domain/threads/posts";
import { newId } from "@/lib/platform/ids";
import { forget } from "@/lib/platform/singleton";
import { analysesOf, makeAnalyses } from "@/lib/search/index/analysed-cache";
import type { AnalysedVersion } from "@/lib/search/query/analyse-version";
import { conversationsOn } from "@/lib/search/rank/conversations";
import { libraryFeed } from "@/lib/server/formats/feeds/library";
import { slugsFor } from "@/lib/server/mcp/skill-resources";

/** So many that a scan is told from a page, and that Postgres itself prefers the page. */
const SKILLS = 12_000;
const THREADS = 12_000;
const READ_MAX = 1_000;
const RARE = 4;
const SOURCE = newId("src");

const library = Array.from({ length: SKILLS }, (_, index) =>
  madeSkill({
    title: `Prune tree ${index}`,
    markdown: `# Tree ${index}\n\nIn winter.\n`,
    technologies: [
      "gardening",
      ...(index % 2 === 0 ? ["pots"] : []),
      ...(index % (SKILLS / RARE) === 0 ? ["shears"] : []),
    ],
  }),
);
const [first] = library;
let scratch: ScratchDatabase;

test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
  // One connection, so that its counts can be flushed.
  await closeDatabase();
  takeSettings({ DATABASE_URL: scratch.url, DATABASE_POOL: "1" });
  await publishMade(scratch, library);
  await scratch.sql`
    insert into search_documents (version_id, skill_id, analysis_revision, terms, analysis, plain_text, generation)
    select v.version_id, v.skill_id, 0, '{}', '', v.title, v.ordinal
    from skill_versions v`;
  await scratch.sql`delete from index_dirty`;
  await scratch.sql`insert into sources (source_id, kind, address) values (${SOURCE}, 'folder', 'folder:/trees')`;
  const followed = library.filter((_, index) => index % (SKILLS / RARE) === 0).map(({ skill_id }) => skill_id);
  await scratch.sql`update skills set source_id = ${SOURCE} where skills.skill_id = any(${followed})`;
  const threads = Array.from({ length: THREADS }, (_, index) => ({
    thread_id: newId("thr"),
    title: index % (THREADS / RARE) === 0 ? `Why does the pear tree ${index} lean` : `Why does the tree ${index} grow`,
    technologies: index % (THREADS / RARE) === 0 ? ["gardening", "shears"] : ["gardening"],
  }));
  await scratch.sql`insert into threads ${scratch.sql(threads)}`;
  await scratch.sql`analyze`;
  // Each of its connections, so that none counts later what it has read before.
  const connections = await Promise.all([scratch.sql.reserve(), scratch.sql.reserve()]);
  for (const connection of connections) {
    await connection`select pg_stat_force_next_flush()`;
    connection.release();
  }
});

test.afterAll(async () => {
  takeSettings({ DATABASE_POOL: undefined });
  await scratch?.drop();
});

const skills = async (input: Parameters<typeof listSkills>[1]) => (await listSkills(pageContext(), input)).data.length;
const READS_OF_ALL = 6;
const posts = async (input: Parameters<typeof listPosts>[1]) => (await listPosts(pageContext(), input)).data.length;

async function secondPage(): Promise<number> {
  const { next_cursor } = await listSkills(pageContext(), {});
  return skills({ cursor: next_cursor ?? "" });
}

async function feed(file: string, query = ""): Promise<number> {
  const made = await libraryFeed(file, {
    search: new URLSearchParams(query),
    spend: () => {},
    header: () => undefined,
  });
  return JSON.parse("text" in made ? made.text : "{}").items.length;
}

/** What is read, and the number of items. */
const reads: Array<[string, () => Promise<number>, number]> = [
  ["newest skills", () => skills({}), 20],
  ["the next page of them", secondPage, 20],
  ["a page of fifty", () => skills({ limit: 50 }), 50],
  ["skills by title", () => skills({ sort: "title" }), 20],
  ["skills by outcome", () => skills({ sort: "outcomes" }), 20],
  ["skills without a review", () => skills({ reviewed: false }), 20],
  ["skills without reports", () => skills({ reported: false }), 20],
  ["skills of a frequent technology", () => skills({ technology: "gardening" }), 20],
  ["skills of a rare technology", () => skills({ technology: "shears" }), RARE],
  ["skills of a rare technology by title", () => skills({ technology: "shears", sort: "title" }), RARE],
  ["skills of a rare technology by outcome", () => skills({ technology: "shears", sort: "outcomes" }), RARE],
  ["skills of one source", () => skills({ source: SOURCE }), RARE],
  ["skills of one source by title", () => skills({ source: SOURCE, sort: "title" }), RARE],
  ["skills of a frequent kind of origin", () => skills({ source: "folder" }), 20],
  ["skills of a kind of origin that there is not", () => skills({ source: "git" }), 0],
  ["reviewed skills, of which there are none", () => skills({ reviewed: true }), 0],
  ["reported skills, of which there are none", () => skills({ reported: true }), 0],
  ["newest threads", () => posts({}), 20],
  ["open threads", () => posts({ status: "open" }), 20],
  ["threads of a rare technology", () => posts({ technology: "shears" }), RARE],
  ["threads of a frequent technology", () => posts({ technology: "gardening" }), 20],
  ["threads with a frequent word", () => posts({ q: "tree" }), 20],
  ["threads with a rare word", () => posts({ q: "pear" }), RARE],
  ["feed of skills", () => feed("skills.json"), 50],
  ["feed of skills of a frequent technology", () => feed("skills.json", "technology=gardening"), 50],
  ["feed of skills of a rare technology", () => feed("skills.json", "technology=shears"), RARE],
  ["feed of questions", () => feed("questions.json"), 50],
  ["feed of questions with a rare word", () => feed("questions.json", "q=pear"), RARE],
  ["conversations about a rare word", async () => (await conversationsOn("why a pear leans", 3)).rows.length, 3],
  ["a page of files", async () => (await read((sql) => selectedFilesAfter(sql, "", 51))).length, 51],
  ["the best files", async () => (await read((sql) => bestFiles(sql, 20))).length, 20],
  ["slugs from their first letters", async () => (await slugsFor(first?.slug.slice(0, 12) ?? "")).length, 1],
  ["the state of the index", async () => (await read(indexState)).fresh.length, 0],
  ["work that waits", async () => Number((await read((sql) => waitingWork(sql, "search index", 0))).versions), 0],
  ["analyses that have changed", changedAnalyses, 1],
];

for (const [name, work, items] of reads)
  test(`${name}: rows read do not grow with the library`, async () => {
    expect(await work()).toBe(items);
    const before = await rowsRead();
    await work();
    expect((await rowsRead()) - before).toBeLessThan(READ_MAX);
  });

test("what the library covers: each row is read a few times, and again only after a change", async () => {
  const covered = () => listTechnologies(pageContext(), {});
  const before = await rowsRead();
  const { data, library: all } = await covered();
  expect(data.map(({ technology, skills: count }) => [technology, count])).toEqual([
    ["gardening", SKILLS],
    ["pots", SKILLS / 2],
    ["shears", RARE],
  ]);
  expect(all).toMatchObject({ technologies: 3, skills: SKILLS, versions: SKILLS });
  expect((await rowsRead()) - before).toBeLessThan(READS_OF_ALL * SKILLS);
  const then = await rowsRead();
  await covered();
  expect((await rowsRead()) - then).toBeLessThan(READ_MAX);
});

test("pages of a frequent technology follow each other in order", async () => {
  const titles: string[] = [];
  for (let cursor: string | null | undefined, page = 0; page < 4 && cursor !== null; page += 1) {
    const input = { technology: "pots", sort: "title", limit: 50, ...(cursor && { cursor }) } as const;
    const { data, next_cursor } = await listSkills(pageContext(), input);
    titles.push(...data.map(({ title }) => title));
    cursor = next_cursor;
  }
  const all = library
    .filter(({ technologies }) => technologies.includes("pots"))
    .map(({ title }) => title)
    .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  expect(titles).toEqual(all.slice(0, 200));
});

const held = makeAnalyses(1_048_576);
const NO_TERMS: AnalysedVersion = {
  hashes: new Uint32Array(),
  counts: new Uint8Array(),
  slices: new Uint32Array(),
  lengths: [0, 0, 0, 0],
  sieve: new Uint32Array(),
};

/** One version is analysed again: it is forgotten by a process that holds its former analysis. */
async function changedAnalyses(): Promise<number> {
  const version_id = first?.version_id ?? "";
  await analysesOf([], held);
  held.kept.set(version_id, NO_TERMS);
  await scratch.sql`update search_statistics set generation = generation + 1`;
  await scratch.sql`
    update search_documents d
    set generation = (select s.generation from search_statistics s)
    where d.version_id = ${version_id}`;
  // The state of the index is read again.
  forget("search-index-pulse");
  await analysesOf([], held);
  return held.kept.has(version_id) ? 0 : 1;
}

/** Rows that scans of tables and indexes have returned since the database was made. */
async function rowsRead(): Promise<number> {
  await read((sql) => sql`select pg_stat_force_next_flush()`);
  const [row] = await scratch.sql<{ rows: number }[]>`
    select sum(s.seq_tup_read + coalesce(s.idx_tup_fetch, 0))::float8 as rows from pg_stat_user_tables s`;
  return row?.rows ?? 0;
}

test("the best files are those of all, in order", async () => {
  const { sql } = scratch;
  await sql`
    insert into version_outcomes (version_id, resolved, score)
    select v.version_id, 1, length(v.title) % 3 / 4.0
    from skill_versions v
    where v.title like 'Prune tree 11%'
    limit 12`;
  const noted = library
    .filter((_, index) => index % 700 === 0)
    .map(({ version_id }) => ({ id: newId("rev"), version_id }));
  await sql`
    insert into review_notes (review_note_id, version_id, version_checked, note, reviewer, reviewed_at)
    select made.id, made.version_id, '1', 'Pruned one.', 'A gardener', now_ms()
    from jsonb_to_recordset(${sql.json(noted)}) as made (id text, version_id text)`;
  const best = await sql<{ version_id: string }[]>`
    select t.version_id
    from selected_traits t
    order by coalesce(t.outcomes_score, 0) desc, t.is_reviewed desc, t.updated_at desc, t.skill_id desc`;
  for (const limit of [5, 20, 50])
    expect((await read((db) => bestFiles(db, limit))).map(({ version_id }) => version_id)).toEqual(
      best.slice(0, limit).map(({ version_id }) => version_id),
    );
});
