import { mock } from "node:test";
import { expect, test } from "@playwright/test";
import { type RecordedQueries, recordQueries } from "@/db/query-recorder";
import { makeThreads } from "@/e2e/support/made-reports";
import { makeScratchLibrary, type ScratchDatabase } from "@/e2e/support/scratch";
import { newId } from "@/lib/platform/ids";
import { searchWithConversations } from "@/lib/search/search-library";

const ASKED = "tame the zebra with a rope";
let scratch: ScratchDatabase;

test.beforeEach(async () => {
  scratch = await makeScratchLibrary();
});
test.afterEach(async () => {
  mock.timers.reset();
  await scratch.drop();
});

async function search(): Promise<{ titles: string[]; replies: number; reads: number }> {
  const notes: RecordedQueries = { reads: [], missing: 0 };
  const { conversations } = await recordQueries(notes, () =>
    searchWithConversations({ query: ASKED, applicability: [], limit: 3 }, 5),
  );
  return {
    titles: conversations.map(({ title }) => title),
    replies: conversations.reduce((sum, { reply_count }) => sum + Number(reply_count), 0),
    reads: notes.reads.length,
  };
}

async function open(...titles: string[]): Promise<string[]> {
  const threads = await makeThreads(
    scratch.sql,
    titles.map((title) => ({ title })),
  );
  return threads.map(({ thread_id }) => thread_id);
}

async function reply(thread_id: string, body: string): Promise<void> {
  await scratch.sql`
    with place as (
      update threads
      set last_sequence = last_sequence + 1, reply_count = reply_count + 1, last_activity_at = now_ms(), revision = revision + 1
      where thread_id = ${thread_id}
      returning last_sequence
    )
    insert into messages (message_id, thread_id, sequence, kind, author_kind, body, created_at)
    select ${newId("msg")}, ${thread_id}, place.last_sequence, 'insight', 'searcher', ${body}, now_ms()
    from place`;
}

test("conversations are found once, and confirmed by one statement while others ask other things", async () => {
  // While the clock stands still, nothing that all searches share, such as the state of the index, is due again.
  mock.timers.enable({ apis: ["Date"], now: Date.now() });
  await open("Tame a zebra");
  expect((await search()).reads).toBeGreaterThan(1);
  for (let turn = 0; turn < 9; turn += 1) {
    await open("How do I bake bread", "Which rope is the strongest", `Question ${turn}`);
    await searchWithConversations({ query: "bake bread", applicability: [], limit: 3 }, 5);
    expect(await search()).toMatchObject({ titles: ["Tame a zebra"], reads: 1 });
  }
});

test("beside a v1 search and twenty writes a repeated question costs at most two statements, and its token a third", async () => {
  const begun = Date.now();
  mock.timers.enable({ apis: ["Date"], now: begun });
  const [other = ""] = await open("How do I bake bread", "Tame a zebra");
  await search();
  const reads: number[] = [];
  for (let turn = 1; turn <= 12; turn += 1) {
    // The state of the index is due in every fifth turn. Without the engine, matches are kept for half a second.
    mock.timers.setTime(begun + turn * 40);
    await Promise.all(Array.from({ length: 20 }, (_, place) => reply(other, `Bread ${turn} ${place}.`)));
    await open(`How do I bake bread number ${turn}`);
    await searchWithConversations({ query: `bake bread ${turn}`, applicability: [], limit: 3 }, 0);
    const found = await search();
    expect(found.titles).toEqual(["Tame a zebra"]);
    reads.push(found.reads);
  }
  expect(Math.max(...reads)).toBeLessThanOrEqual(2);
  expect(Math.min(...reads)).toBe(1);
});

test("a new thread, a new reply and a hidden thread show in the next search", async () => {
  const [crossing = ""] = await open("Zebra crossing", "Tame a zebra");
  expect((await search()).titles).toEqual(["Tame a zebra"]);
  const [roped = ""] = await open("A rope for a zebra");
  expect((await search()).titles).toEqual(["A rope for a zebra", "Tame a zebra"]);
  // The thread had one of the words; the reply has another.
  await reply(crossing, "A rope helps.");
  expect(await search()).toMatchObject({
    titles: ["Zebra crossing", "A rope for a zebra", "Tame a zebra"],
    replies: 1,
  });
  await reply(crossing, "Nothing more.");
  expect((await search()).replies).toBe(2);
  await scratch.sql`update threads set hidden_at = now_ms(), revision = revision + 1 where thread_id = ${roped}`;
  expect((await search()).titles).toEqual(["Zebra crossing", "Tame a zebra"]);
  // As if all this was a minute ago, so that no thread counts as active any more.
  await scratch.sql`update threads set last_activity_at = last_activity_at - interval '1 minute'`;
  expect((await search()).titles).toEqual(["Zebra crossing", "Tame a zebra"]);
  await scratch.sql`update threads set hidden_at = null, revision = revision + 1 where thread_id = ${roped}`;
  await scratch.sql`
    insert into decisions (decision_id, kind, decided_by, reason, thread_id)
    values (${newId("dec")}, 'show', 'A maintainer', 'It was hidden by mistake.', ${roped})`;
  expect((await search()).titles).toContain("A rope for a zebra");
});

test("a new thread is found among more of others than a confirmation looks at", async () => {
  await open("Tame a zebra");
  await search();
  await open("A rope for a zebra");
  await open(...Array.from({ length: 300 }, (_, number) => `Question ${number}`));
  expect((await search()).titles).toEqual(["A rope for a zebra", "Tame a zebra"]);
});

test("searches beside writers never miss a thread that was there before they began", async () => {
  await open("Tame a zebra");
  for (let turn = 1; turn <= 20; turn += 1) {
    const [, , found] = await Promise.all([
      open(`Question ${turn}`),
      search(),
      open(`A rope for zebra ${turn}`).then(() => search()),
    ]);
    const { titles } = await search();
    expect(found.titles[0]).toBe(`A rope for zebra ${turn}`);
    expect(titles).toHaveLength(Math.min(5, turn + 1));
  }
});
