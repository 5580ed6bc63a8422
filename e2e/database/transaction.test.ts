import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { closeDatabase, transaction } from "@/db/client";
import { dedicatedConnection, endQuietly } from "@/db/connect";
import { NotCommitted } from "@/db/failures";
import { inTransaction } from "@/db/transaction";
import { word } from "@/e2e/support/fixtures";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

test.afterAll(closeDatabase);

test("a transaction that the server rolls back at its commit is never reported as committed", async () => {
  const sql = dedicatedConnection();
  try {
    // The failed statement's error is ignored, as a retrying driver does; the server answers COMMIT with ROLLBACK.
    const swallowed = inTransaction(sql, async (tx) => {
      await tx`select 1 / 0`.catch(() => {});
      return "acknowledged";
    });
    await expect(swallowed).rejects.toThrow(NotCommitted);
    expect(await inTransaction(sql, async (tx) => [...(await tx`select 2 as two`)])).toEqual([{ two: 2 }]);
  } finally {
    await endQuietly(sql, 1);
  }
  let attempts = 0;
  const stored = await transaction(async (tx) => {
    attempts += 1;
    if (attempts === 1) await tx`select 1 / 0`.catch(() => {});
    return "stored";
  });
  expect([stored, attempts]).toEqual(["stored", 2]);
});

test("of two deadlocked transactions one runs again, and both are stored", async () => {
  const name = word();
  const sql = dedicatedConnection({ max: 1 });
  const attempts = [0, 0];
  try {
    await sql`create table ${sql(name)} (id int primary key, steps int not null)`;
    await sql`insert into ${sql(name)} (id, steps) values (0, 0), (1, 0)`;
    let goOn = () => {};
    const bothLocked = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let locked = 0;
    const cross = (first: number, second: number) =>
      transaction(async (tx) => {
        attempts[first] = (attempts[first] ?? 0) + 1;
        await tx`update ${tx(name)} set steps = steps + 1 where id = ${first}`;
        locked += 1;
        if (locked === 2) goOn();
        await bothLocked;
        await tx`update ${tx(name)} set steps = steps + 1 where id = ${second}`;
      });
    await Promise.all([cross(0, 1), cross(1, 0)]);
    expect(attempts.toSorted()).toEqual([1, 2]);
    expect([...(await sql`select id, steps from ${sql(name)} order by id`)]).toEqual([
      { id: 0, steps: 2 },
      { id: 1, steps: 2 },
    ]);
  } finally {
    await sql`drop table if exists ${sql(name)}`;
    await endQuietly(sql, 1);
  }
});

test("a transaction that loses every time is refused with Retry-After and stores nothing", async () => {
  for (const code of ["40P01", "40001"]) {
    let attempts = 0;
    const losing = transaction(async (tx) => {
      attempts += 1;
      await tx.unsafe(`do $$ begin raise exception 'lost to another' using errcode = '${code}'; end $$`);
    });
    await expect(losing).rejects.toMatchObject({ code: "unavailable", options: { retryAfterSeconds: 1 } });
    expect(attempts).toBe(3);
  }
});

test("a failed transaction is rolled back and leaves its connection usable", async () => {
  const name = word();
  const sql = dedicatedConnection({ max: 1 });
  try {
    const refused = inTransaction(sql, async (tx) => {
      await tx`create table ${tx(name)} (id int)`;
      throw new Error("changed our mind");
    });
    await expect(refused).rejects.toThrow("changed our mind");
    const late = inTransaction(
      sql,
      async (tx) => {
        await tx`create table ${tx(name)} (id int primary key deferrable initially deferred)`;
        await tx`insert into ${tx(name)} (id) values (1), (1)`;
      },
      { statementMs: 5_000 },
    );
    await expect(late).rejects.toMatchObject({ code: "23505" });
    const [left] = await sql`
      select to_regclass(${name}) is null as gone, current_setting('statement_timeout') as statement_timeout`;
    expect(left).toEqual({ gone: true, statement_timeout: "0" });
  } finally {
    await endQuietly(sql, 1);
  }
});

test("no source begins a transaction in another way", () => {
  // Start-up holds a lock in its own transaction and stores nothing in it.
  const folders = ["db", "lib", "app"].map((folder) => path.join(PROJECT_ROOT, folder));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
  );
  const sources = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes("/lib/start/"));
  const wrong = sources.filter(
    (file) => statSync(file).isFile() && /\b(?:sql|tx|db|database\(\))\.begin\(/.test(readFileSync(file, "utf8")),
  );
  expect(wrong).toEqual([]);
});
