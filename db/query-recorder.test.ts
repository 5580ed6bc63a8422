import { expect, test } from "@playwright/test";
import type { Sql } from "@/db/client";
import { isUnchanged, type RecordedQueries, recorded, recordQueries, withoutRecording } from "@/db/query-recorder";

type Work = (sql: Sql) => Promise<unknown>;

/** A stand-in for a table: a read returns its current value. */
function shelf(first: unknown) {
  const place = { holds: first };
  const work: Work = async () => place.holds;
  const read = (asked: Work) => asked(Object.create(null));
  return { place, read, ask: () => recorded(work, () => read(work)) };
}

const nothing = (): RecordedQueries => ({ reads: [], missing: 0 });

test("reads are unchanged while their answers are equal, by value and not by identity", async () => {
  const { place, read, ask } = shelf([{ title: "One", at: new Date(1_000), none: null }]);
  const notes = nothing();
  const page = await recordQueries(notes, async () => JSON.stringify(await ask()));
  expect(page).toContain("One");
  expect(notes.reads).toHaveLength(1);
  place.holds = [{ title: "One", at: new Date(1_000), none: null }];
  expect(await isUnchanged(notes, read)).toBe(true);
  for (const other of [[{ title: "One", at: new Date(1_001), none: null }], [], undefined]) {
    place.holds = other;
    expect(await isUnchanged(notes, read)).toBe(false);
  }
});

test("every read counts, nested ones too, and concurrent ones outside do not", async () => {
  const [one, other, beside] = [shelf("a"), shelf("b"), shelf("c")];
  const notes = nothing();
  await Promise.all([
    recordQueries(notes, () => one.ask().then(() => Promise.all([other.ask(), other.ask()]))),
    beside.ask(),
  ]);
  expect(notes.reads).toHaveLength(3);
  other.place.holds = "changed";
  expect(await isUnchanged(notes, one.read)).toBe(false);
});

test("excluded reads count for nothing, neither their answer nor their failure", async () => {
  const { place, read, ask } = shelf("a");
  const notes = nothing();
  const fails: Work = () => Promise.reject(new Error("away"));
  await recordQueries(notes, async () => {
    await withoutRecording(ask);
    await withoutRecording(() => recorded(fails, () => read(fails))).catch(() => null);
  });
  place.holds = "b";
  expect(notes).toEqual({ reads: [], missing: 0 });
  expect(await isUnchanged(notes, read)).toBe(true);
});

test("a result with a failed or unfinished read never counts as unchanged", async () => {
  const { read, ask } = shelf("a");
  const failed = nothing();
  const fails: Work = () => Promise.reject(new Error("away"));
  await recordQueries(failed, () => Promise.all([ask(), recorded(fails, () => read(fails)).catch(() => null)]));
  expect(failed.reads).toHaveLength(1);
  expect(await isUnchanged(failed, read)).toBe(false);

  const open = nothing();
  let end: (value: unknown) => void = () => {};
  const slow = new Promise((resolve) => {
    end = resolve;
  });
  await recordQueries(
    open,
    async () =>
      void recorded(
        () => slow,
        () => slow,
      ),
  );
  expect(await isUnchanged(open, read)).toBe(false);
  end("b");
  await slow;
});

test("a database that cannot answer does not count as unchanged", async () => {
  const { ask } = shelf("a");
  const notes = nothing();
  await recordQueries(notes, ask);
  await expect(isUnchanged(notes, () => Promise.reject(new Error("away")))).rejects.toThrow("away");
});
