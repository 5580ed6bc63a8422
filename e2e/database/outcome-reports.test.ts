import { expect, test } from "@playwright/test";
import {
  atOnce,
  makeConnections,
  makeOutcomes,
  makeThreads,
  outcomeCosts,
  report,
  unlessDone,
  untilDone,
} from "@/e2e/support/made-reports";
import { expectWithin } from "@/e2e/support/measuring";
import { madeSkill, makeScratchLibrary, publishMade, type ScratchDatabase } from "@/e2e/support/scratch";
import { hiding, showing } from "@/lib/domain/moderation/messages";
import { byOperator } from "@/lib/domain/moderation/moderate";
import { OUTCOME_HALF_LIFE_DAYS, outcomeScore, VOICE_WEIGHTS } from "@/lib/domain/threads/outcomes";

const OUTCOMES = ["resolved", "partial", "failed"] as const;
const WORTH = { resolved: 1, partial: 0.5, failed: 0 } as const;
/** `npm run outcome-cost` makes a million. */
const EARLIER = Number(process.env.OUTCOMES ?? 10_000);
/** The time of an outcome when there are many earlier ones, in hundredths of its time when there are none. */
const COST_MAX = 150;

let scratch: ScratchDatabase;
const skills = Array.from({ length: 4 }, (_, n) => madeSkill({ title: `Made ${n}`, markdown: `# Made ${n}\n` }));

test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
  await publishMade(scratch, skills);
});
test.afterAll(() => scratch.drop());

for (const { reports, tag } of [
  { reports: 120, tag: [] },
  { reports: 500, tag: "@slow" },
])
  test(
    `${reports} outcomes in parallel, some hidden in between, are all stored and counted exactly once per reporter`,
    {
      tag,
    },
    () => reportInParallel(reports),
  );

async function reportInParallel(reports: number): Promise<void> {
  const { sql } = scratch;
  const [young, old] = [await makeConnections(sql, 20, 0), await makeConnections(sql, 20, 3)];
  const connections = [...young, ...old];
  const [one, two, never] = skills;
  if (!one || !two || !never) throw new Error("There are too few skills.");
  const offered = [one.version_id, two.version_id];
  const threads = await makeThreads(
    sql,
    Array.from({ length: reports }, (_, n) => ({
      offered,
      // A third by 40 connections, the rest by 60 networks on two days and some without a network.
      ...(n % 3 === 0 ? { connection_id: connections[n % connections.length] } : {}),
      ...(n % 3 === 1 ? { network: `network ${n % 60}` } : {}),
      ...(n % 3 === 2 && n % 5 !== 0 ? { network: `network ${n % 60}` } : {}),
      opened_at: new Date(Date.now() - (n % 2) * 86_400_000),
    })),
  );
  await atOnce(threads, async (thread, n) => {
    // In both orders, including a version that was never listed.
    const named = [[one], [two], [one, two], [two, one], [never, two, one]][n % 5] ?? [];
    const { data } = await untilDone(() => report(thread, named, OUTCOMES[n % 7 < 4 ? 0 : n % 2 === 0 ? 1 : 2]));
    const message = { message_id: data.reply.reply_id, reason: "Seen." };
    // Some are hidden while others arrive, and half of these are shown again.
    if (n % 11 === 0) await untilDone(() => byOperator(hiding, message).catch(unlessDone));
    if (n % 22 === 0) await untilDone(() => byOperator(showing, message).catch(unlessDone));
  });
  const [messages] = await sql`
    select count(*)::int as count
    from messages
    where outcome is not null and thread_id = any(${threads.map(({ thread_id }) => thread_id)})`;
  expect(messages?.count).toBe(reports);
  const kept = await sql`select count(*)::int as count from version_voices where version_id = ${never.version_id}`;
  expect(kept).toEqual([{ count: 0 }]);
  for (const { version_id } of [one, two]) {
    const wanted = await recounted(version_id);
    expect(wanted.score).not.toBeNull();
    // The product adds the sums in another order and a moment before.
    expect(await counted(version_id)).toEqual({ ...wanted, score: expect.closeTo(wanted.score ?? 0, 3) });
  }
  const [totals] = await sql`
    select count(*)::int as count
    from version_voices
    where counts and version_id = any(${offered})`;
  expect(totals?.count).toBeGreaterThan(reports / 5);
}

test("an outcome costs the same with 10,000 earlier ones, and eight parallel ones are all stored", {
  tag: "@slow",
}, async () => {
  test.setTimeout(600_000);
  const [, , none, many] = skills;
  if (!none || !many) throw new Error("There are too few skills.");
  await makeOutcomes(scratch.sql, many, EARLIER, "resolved");
  await expectWithin(`an outcome with ${EARLIER} earlier ones, if one without takes 100 ms,`, COST_MAX, async () => {
    const [few = 0, after = 0] = await outcomeCosts(scratch.sql, [none, many], 60);
    console.log(`an outcome without earlier ones: ${few.toFixed(2)} ms; with ${EARLIER}: ${after.toFixed(2)} ms`);
    return (100 * after) / few;
  });
  const threads = await makeThreads(
    scratch.sql,
    Array.from({ length: 8 }, (_, n) => ({ network: `eight ${n}`, offered: [many.version_id] })),
  );
  const before = await counted(many.version_id);
  await Promise.all(threads.map((thread) => untilDone(() => report(thread, [many], "failed"))));
  expect(await counted(many.version_id)).toMatchObject({ resolved: before.resolved, failed: before.failed + 8 });
});

type Counts = {
  resolved: number;
  partial: number;
  failed: number;
  connections: number;
  anonymous: number;
  sources: number;
  score: number | null;
};

/** The product's result. */
async function counted(version_id: string): Promise<Counts> {
  const [row] = await scratch.sql<Counts[]>`
    select resolved, partial, failed, connections, anonymous, sources, score
    from version_outcomes
    where version_id = ${version_id}`;
  if (!row) throw new Error("Nothing is counted for this version.");
  return row;
}

/** The same result computed from the messages themselves, without the product's queries. */
async function recounted(version_id: string): Promise<Counts> {
  const rows = await scratch.sql<
    { reporter: string; source: string; outcome: (typeof OUTCOMES)[number]; at: Date; connected: Date | null }[]
  >`
    select coalesce(t.opened_by_connection_id, t.created_at::date || ' ' || coalesce(t.opened_network::text, 'unknown')) as reporter,
           coalesce(t.opened_by_connection_id, t.opened_network::text, 'unknown') as source,
           m.outcome, m.created_at as at, c.created_at as connected
    from threads t
    join messages m on m.thread_id = t.thread_id
    left join connections c on c.connection_id = t.opened_by_connection_id
    where m.outcome is not null and m.hidden_at is null
      and ${version_id} = any(t.offered_version_ids)
      and exists (select from message_versions u where u.message_id = m.message_id and u.version_id = ${version_id})
    order by m.created_at, m.message_id`;
  const newest = new Map(rows.map((row) => [row.reporter, row]));
  const voices = [...newest.values()];
  const number = (outcome: string) => voices.filter((voice) => voice.outcome === outcome).length;
  const sums = voices.reduce(
    ({ good, bad }, { outcome, at, connected }) => {
      const established = connected !== null && at.getTime() - connected.getTime() > 86_400_000;
      const age_days = (Date.now() - at.getTime()) / 86_400_000;
      const weight =
        (established ? VOICE_WEIGHTS.established : VOICE_WEIGHTS.other) * 0.5 ** (age_days / OUTCOME_HALF_LIFE_DAYS);
      return { good: good + weight * WORTH[outcome], bad: bad + weight * (1 - WORTH[outcome]) };
    },
    { good: 0, bad: 0 },
  );
  const sources = new Set(voices.map(({ source }) => source)).size;
  const score = outcomeScore({ sources, ...sums });
  return {
    resolved: number("resolved"),
    partial: number("partial"),
    failed: number("failed"),
    connections: voices.filter(({ connected }) => connected !== null).length,
    anonymous: voices.filter(({ connected }) => connected === null).length,
    sources,
    score,
  };
}
