import { expect, test } from "@playwright/test";
import { trimAppendKeys, trimDeliveries, trimOperations, trimRequests } from "@/db/queries/worker";
import { addConnection } from "@/e2e/support/changing";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { newId } from "@/lib/platform/ids";

let scratch: ScratchDatabase;
test.beforeEach(async () => {
  scratch = await makeScratchDatabase();
});
test.afterEach(() => scratch.drop());

const ids = (prefix: "thr" | "kop", count: number) => Array.from({ length: count }, () => newId(prefix));

async function addThread(thread_id: string, opener: string | null, expiredDays: number): Promise<void> {
  const { sql } = scratch;
  await sql`
    insert into threads (thread_id, title, opened_by_connection_id)
    values (${thread_id}, 'A question', ${opener})`;
  await sql`
    insert into append_keys (key_hash, thread_id, nonce, expires_at)
    values (sha256(${thread_id}::bytea), ${thread_id}, decode(repeat('00', 16), 'hex'), now_ms() - make_interval(days => ${expiredDays}))`;
}

test("keys go a month after their end, in batches; the key of a task stays", async () => {
  const { sql } = scratch;
  const opener = await addConnection(sql, "An asker");
  for (const thread_id of ids("thr", 5)) await addThread(thread_id, null, 31);
  const [recent = "", task = ""] = ids("thr", 2);
  await addThread(recent, null, 29);
  await addThread(task, opener, 31);
  expect([await trimAppendKeys(sql, 3), await trimAppendKeys(sql, 3), await trimAppendKeys(sql, 3)]).toEqual([3, 2, 0]);
  const left = await sql<{ thread_id: string }[]>`select k.thread_id from append_keys k`;
  expect(left.map(({ thread_id }) => thread_id).sort()).toEqual([recent, task].sort());
});

test("acknowledged deliveries and old finished operations go; what is waited for or named stays", async () => {
  const { sql } = scratch;
  const owner = await addConnection(sql, "An owner");
  const [told = "", waiting = "", old = "", fresh = "", pending = ""] = ids("kop", 5);
  const states: Array<[string, string, number]> = [
    [told, "rejected", 91],
    [waiting, "rejected", 91],
    [old, "succeeded", 91],
    [fresh, "succeeded", 89],
    [pending, "pending", 91],
  ];
  for (const [ref, state, days] of states)
    await sql`
      insert into operations (operation_ref, connection_id, kind, state, request, updated_at)
      values (${ref}, ${owner}, 'skill_submission', ${state}, '{}', now_ms() - make_interval(days => ${days}))`;
  await sql`insert into feeds (connection_id, last_sequence, acknowledged) values (${owner}, 2, 1)
            on conflict (connection_id) do update set last_sequence = 2, acknowledged = 1`;
  for (const [place, ref] of [told, waiting].entries())
    await sql`
      insert into deliveries (connection_id, sequence, kind, operation_ref)
      values (${owner}, ${place + 1}, 'operation', ${ref})`;
  expect(await trimDeliveries(sql, 10)).toBe(1);
  expect([await trimOperations(sql, 1), await trimOperations(sql, 1), await trimOperations(sql, 1)]).toEqual([1, 1, 0]);
  expect(await trimRequests(sql, 10)).toBe(1);
  const left = await sql<{ operation_ref: string; has_request: boolean }[]>`
    select o.operation_ref, o.request is not null as has_request
    from operations o`;
  expect(Object.fromEntries(left.map((row) => [row.operation_ref, row.has_request]))).toEqual({
    [waiting]: false,
    [fresh]: true,
    [pending]: true,
  });
});

test("several processes trim at once without waiting for each other", async () => {
  const { sql } = scratch;
  for (const thread_id of ids("thr", 20)) await addThread(thread_id, null, 40);
  const counts = await Promise.all(Array.from({ length: 4 }, () => trimAppendKeys(sql, 10)));
  const rest = await trimAppendKeys(sql, 100);
  expect(counts.reduce((sum, count) => sum + count, rest)).toBe(20);
});
