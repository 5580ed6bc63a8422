import { randomInt } from "node:crypto";
import { closeDatabase, read, readAtLeisure } from "@/db/client";
import { dedicatedConnection } from "@/db/connect";
import { expect, test } from "@/e2e/support/api";
import { takeSettings } from "@/e2e/support/scratch";

const given = process.env.DATABASE_TIMEOUT_MS;

test.beforeAll(async () => {
  await closeDatabase();
  takeSettings({ DATABASE_TIMEOUT_MS: "1000" });
});

test.afterAll(async () => {
  await closeDatabase();
  takeSettings({ DATABASE_TIMEOUT_MS: given });
});

test("a slow statement is cancelled in a request and completed in a background job", async () => {
  const key = randomInt(2 ** 31);
  const holder = dedicatedConnection();
  try {
    // Both statements wait for this lock.
    await holder`select pg_advisory_lock(${key})`;
    const slow = readAtLeisure((sql) => sql<{ done: number }[]>`select 1 as done from pg_advisory_xact_lock(${key})`);
    const waiting = async () => {
      const [row] = await holder<{ count: number }[]>`
        select count(*)::int as count
        from pg_locks
        where locktype = 'advisory' and objid = ${key} and not granted`;
      return row?.count;
    };
    await expect.poll(waiting).toBe(1);
    // It begins to wait later than the other and is cancelled sooner.
    const request = read((sql) => sql`select pg_advisory_xact_lock(${key})`);
    await expect(request).rejects.toMatchObject({ code: "unavailable" });
    await expect.poll(waiting).toBe(1);
    await holder`select pg_advisory_unlock(${key})`;
    expect([...(await slow)]).toEqual([{ done: 1 }]);
  } finally {
    await holder.end();
  }
});

test("a statement, and its wait for a lock, end on the server before the call is given up", async () => {
  const settings = await read(
    (sql) => sql<{ name: string; ms: number }[]>`
      select name, setting::int as ms from pg_settings where name in ('statement_timeout', 'lock_timeout')`,
  );
  expect(Object.fromEntries(settings.map(({ name, ms }) => [name, ms]))).toEqual({
    lock_timeout: 600,
    statement_timeout: 700,
  });
});
