import { expect, test } from "@playwright/test";
import { closeDatabase, read, type Sql } from "@/db/client";
import { isUnchanged, recordQueries } from "@/db/query-recorder";
import { makeLookup } from "@/db/shared-reads";

test.afterAll(() => closeDatabase());

/** Finds every key that does not end with "missing", by the database; `statements` are the keys of each statement. */
function finding() {
  const statements: string[][] = [];
  const lookup = makeLookup(async (sql: Sql, keys) => {
    statements.push(keys);
    const rows = await sql<{ key: string; found: string }[]>`
      select given.key, upper(given.key) as found
      from unnest(${keys}::text[]) as given (key)
      where given.key not like '%missing'`;
    return new Map(rows.map((row) => [row.key, row.found]));
  });
  return { lookup, statements };
}

test("keys that are asked for at once share a statement, and each caller gets its own row", async () => {
  const { lookup, statements } = finding();
  const asked = ["a", "b", "c missing", "a", "constructor"];
  expect(await Promise.all(asked.map(lookup))).toEqual(["A", "B", null, "A", "CONSTRUCTOR"]);
  expect(statements).toEqual([["a", "b", "c missing", "constructor"]]);
  expect(await lookup("a")).toBe("A");
  expect(statements).toHaveLength(2);
});

test("many keys take several statements, and none is lost", async () => {
  const { lookup, statements } = finding();
  const asked = Array.from({ length: 250 }, (_, place) => `key ${place}`);
  expect(await Promise.all(asked.map(lookup))).toEqual(asked.map((key) => key.toUpperCase()));
  expect(statements.map((keys) => keys.length)).toEqual([100, 100, 50]);
});

test("a key asked for after a change gets the change, also while an earlier statement runs", async () => {
  let open = (): void => {};
  const shut = new Promise<void>((resolve) => {
    open = resolve;
  });
  let stored = "before";
  let calls = 0;
  const lookup = makeLookup(async (sql: Sql, keys) => {
    calls += 1;
    const rows = await sql<{ value: string }[]>`select ${stored}::text as value`;
    if (calls === 1) await shut;
    return new Map(keys.map((key) => [key, rows[0]?.value ?? ""]));
  });
  const first = lookup("key");
  await expect.poll(() => calls).toBe(1);
  stored = "after";
  expect(await lookup("key")).toBe("after");
  open();
  expect(await first).toBe("before");
});

test("a failure reaches every caller of the statement, and the next statement is asked anew", async () => {
  let fails = true;
  const lookup = makeLookup(async (sql: Sql, keys) => {
    const rows = await sql<{ key: string }[]>`
      select given.key, 1 / ${fails ? 0 : 1}::int as number
      from unnest(${keys}::text[]) as given (key)`;
    return new Map(rows.map((row) => [row.key, true]));
  });
  const failed = await Promise.allSettled([lookup("a"), lookup("b")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await lookup("a")).toBe(true);
});

test("a shared page that looks a key up is made anew when its row changes, and not for the rows of others", async () => {
  const values = new Map([
    ["mine", "one"],
    ["theirs", "one"],
  ]);
  const lookup = makeLookup(async (sql: Sql, keys) => {
    const rows = await sql<{ key: string }[]>`select given.key from unnest(${keys}::text[]) as given (key)`;
    return new Map(rows.map(({ key }) => [key, values.get(key) ?? ""]));
  });
  const notes = { reads: [], missing: 0 };
  await Promise.all([recordQueries(notes, () => lookup("mine")), lookup("theirs")]);
  expect(notes.reads).toHaveLength(1);
  values.set("theirs", "two");
  expect(await isUnchanged(notes, read)).toBe(true);
  values.set("mine", "two");
  expect(await isUnchanged(notes, read)).toBe(false);
});
