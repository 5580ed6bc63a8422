import { expect, test } from "@playwright/test";
import type postgres from "postgres";
import {
  holdersByVersion,
  outcomesByWeek,
  questionsByWeek,
  type ThreadFigures,
  threadFigures,
  usersByWeek,
} from "@/db/queries/figures";
import { makeConnections, makeOutcomes, makeThreads } from "@/e2e/support/made-reports";
import { expectWithin } from "@/e2e/support/measuring";
import { madeSkill, makeScratchLibrary, publishMade, type ScratchDatabase } from "@/e2e/support/scratch";
import { readSkillFigures } from "@/lib/domain/skills/skill-usage";
import { newId } from "@/lib/platform/ids";

const ROWS = 10_000;
const DAY_MS = 86_400_000;
/** A page may spend this on one figure: far above what an index needs, far below a walk of every row for each week. */
const READ_MS_MAX = 100;

let scratch: ScratchDatabase;
const [one, busy] = [
  madeSkill({ title: "One", markdown: "# One\n" }),
  madeSkill({ title: "Busy", markdown: "# Busy\n" }),
];

test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
  await publishMade(scratch, [one, busy]);
});
test.afterAll(() => scratch.drop());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

async function voice(sql: postgres.Sql, source: string, outcome: string, at: Date, counts = true): Promise<void> {
  await sql.begin(async (tx) => {
    // Only the voice matters here, not the thread and the message that it came from.
    await tx`set local session_replication_role = 'replica'`;
    await tx`
    insert into version_voices (message_id, version_id, source, day, outcome, good, bad, at, counts)
    values (${newId("msg")}, ${one.version_id}, ${source}, '-infinity', ${outcome}, 1, 0, ${at}, ${counts})`;
  });
}

test("the figures of a skill count its outcomes, users and holders by week, and tell nothing of fewer than five", async () => {
  const { sql } = scratch;
  const connections = await makeConnections(sql, 7, 3);
  const [first = "", second = "", ...others] = connections;
  await voice(sql, first, "resolved", daysAgo(7));
  await voice(sql, second, "failed", daysAgo(14));
  await voice(sql, "net_unknown", "partial", daysAgo(7));
  await voice(sql, `net_${"a".repeat(32)}`, "resolved", daysAgo(7), false);
  await voice(sql, `net_${"b".repeat(32)}`, "resolved", daysAgo(400));
  const figures = () => readSkillFigures(one.skill_id);

  const { outcomes, users, holders } = await figures();
  expect(outcomes).toHaveLength(12);
  expect(outcomes?.slice(-3).map(({ resolved, partial, failed }) => [resolved, partial, failed])).toEqual([
    [0, 0, 1],
    [1, 1, 0],
    [0, 0, 0],
  ]);
  expect([users, holders], "one user is not told").toEqual([null, null]);

  const hold = (connection_id: string, at: Date) => sql`
    insert into watched_versions (connection_id, version_id, skill_id, created_at)
    values (${connection_id}, ${one.version_id}, ${one.skill_id}, ${at})`;
  for (const connection_id of others.slice(0, 4)) await hold(connection_id, daysAgo(7));
  expect((await figures()).holders, "four holders").toBeNull();
  await hold(others[4] ?? "", daysAgo(21));
  const more = await figures();
  expect(more.holders).toEqual([{ name: "Version 1", percent: 100 }]);
  // The reporter and four holders; in the week before that there was one holder.
  expect(more.users?.slice(-4).map((week) => week.users)).toEqual([null, null, 5, null]);

  await sql`update skill_versions set withdrawn_at = now_ms(), withdrawn_reason = 'Test.' where version_id = ${one.version_id}`;
  expect((await figures()).outcomes, "a withdrawn version").toBeNull();
  expect((await figures()).holders).toBeNull();
});

test("questions of a week are counted by whether they have an answer now, without hidden ones", async () => {
  const { sql } = scratch;
  const before = await questionsByWeek(sql, 3);
  const made = await makeThreads(
    sql,
    [7, 7, 7, 14].map((days) => ({ opened_at: daysAgo(days) })),
  );
  const [answered, hidden] = made;
  for (const [thread, sequence] of [answered, hidden].map((each) => [each?.thread_id ?? "", 2] as const))
    await sql`
      insert into messages (message_id, thread_id, sequence, kind, author_kind, body, created_at)
      values (${newId("msg")}, ${thread}, ${sequence}, 'library', 'library', 'Like this.', ${daysAgo(7)})`;
  await sql`update threads set hidden_at = now_ms() where thread_id = ${hidden?.thread_id ?? ""}`;
  const after = await questionsByWeek(sql, 3);
  expect(
    after.map(({ asked, answered: got }, at) => [asked - (before[at]?.asked ?? 0), got - (before[at]?.answered ?? 0)]),
  ).toEqual([
    [1, 0],
    [2, 1],
    [0, 0],
  ]);
});

test(`with ${ROWS} outcomes, holders and threads each figure is read in a moment`, { tag: "@slow" }, async () => {
  const { sql } = scratch;
  await makeOutcomes(sql, busy, ROWS, "resolved");
  const connections = await makeConnections(sql, ROWS, 3);
  await sql`
    insert into watched_versions (connection_id, version_id, skill_id)
    select held.connection_id, ${busy.version_id}, ${busy.skill_id}
    from unnest(${connections}::text[]) as held (connection_id)`;
  await sql`analyze watched_versions, connections`;
  const reads: Record<string, () => Promise<unknown>> = {
    outcomes: () => outcomesByWeek(sql, busy.skill_id, 12),
    users: () => usersByWeek(sql, busy.skill_id, 12),
    holders: () => holdersByVersion(sql, busy.skill_id),
    questions: () => questionsByWeek(sql, 12),
  };
  const windows: ThreadFigures[] = await threadFigures(sql, [30]);
  expect(windows[0]?.asked).toBeGreaterThanOrEqual(ROWS);
  for (const [name, read] of Object.entries(reads))
    await expectWithin(`the fastest of five reads of ${name}`, READ_MS_MAX, async () => {
      const times = [];
      for (let run = 0; run < 5; run += 1) {
        const start = performance.now();
        await read();
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    });
});
