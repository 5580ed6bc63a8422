import { expect, test } from "@playwright/test";
import { closeDatabase, read, type Sql, transaction } from "@/db/client";

test.afterAll(() => closeDatabase());

const planning = async (sql: Sql) => {
  const [row] = await sql<{ mode: string }[]>`select current_setting('plan_cache_mode') as mode`;
  return row?.mode;
};

test("statements are planned once", async () => {
  for (let call = 0; call < 20; call += 1) expect(await read(planning)).toBe("force_generic_plan");
  expect(await transaction(planning)).toBe("force_generic_plan");
});

test("the word indexes of threads have no pending list, which every search would read whole", async () => {
  const options = await read(
    (sql) => sql<{ name: string; options: string[] | null }[]>`
      select c.relname as name, c.reloptions as options
      from pg_class c
      where c.relname in ('threads_by_words', 'messages_by_words')
      order by c.relname`,
  );
  expect(options).toEqual([
    { name: "messages_by_words", options: ["fastupdate=off"] },
    { name: "threads_by_words", options: ["fastupdate=off"] },
  ]);
});
