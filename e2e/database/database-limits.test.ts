import { closeDatabase, read, readAtLeisure } from "@/db/client";
import { expect, test } from "@/e2e/support/api";
import { takeSettings } from "@/e2e/support/scratch-library";

const given = process.env.DATABASE_TIMEOUT_MS;
/** Longer than the statement timeout of a request. */
const SLOW_SECONDS = 2;

test.beforeAll(async () => {
  await closeDatabase();
  takeSettings({ DATABASE_TIMEOUT_MS: "1000" });
});

test.afterAll(async () => {
  await closeDatabase();
  takeSettings({ DATABASE_TIMEOUT_MS: given });
});

test("a slow statement is cancelled in a request and completed in a background job", async () => {
  const slow = readAtLeisure((sql) => sql<{ done: number }[]>`select 1 as done from pg_sleep(${SLOW_SECONDS})`);
  await expect(read((sql) => sql`select pg_sleep(${SLOW_SECONDS})`)).rejects.toMatchObject({ code: "unavailable" });
  expect([...(await slow)]).toEqual([{ done: 1 }]);
});
