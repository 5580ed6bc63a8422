import { expect, test } from "@playwright/test";
import { type RecordedQueries, recordQueries } from "@/db/query-recorder";
import { makeThreads } from "@/e2e/support/made-reports";
import { makeScratchLibrary, type ScratchDatabase } from "@/e2e/support/scratch";
import { neighboursOf } from "@/lib/domain/threads/posts";

let scratch: ScratchDatabase;
test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
});
test.afterAll(() => scratch.drop());

test("a cached page asks again which of its neighbours are visible, and not which threads are similar", async () => {
  const { sql } = scratch;
  const title = "How do I tame the zebra with a rope";
  const threads = await makeThreads(sql, [{}, {}]);
  const [{ thread_id: post_id } = { thread_id: "" }, other] = threads;
  // Threads with equal titles count as one.
  await sql`update threads set title = case thread_id when ${post_id} then ${title} else ${`${title} twice`} end`;
  for (const visit of ["first", "second"]) {
    const notes: RecordedQueries = { reads: [], missing: 0 };
    const found = await recordQueries(notes, () => neighboursOf({ post_id, title }));
    expect(found.map(({ thread_id }) => thread_id)).toEqual([other?.thread_id]);
    expect(notes.reads, visit).toHaveLength(1);
  }
});
