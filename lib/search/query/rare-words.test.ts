import { expect, test } from "@playwright/test";
import { queryWords, withRareWords } from "@/lib/search/query/query-words";
import { makeStatistics } from "@/lib/search/rank/statistics";

const terms = new Map([
  ["kafka", 900],
  ["linux", 700],
  ["zarquon", 12],
]);
const known = { documents: 50_000, means: [5, 20, 20, 300] as const, terms };
const counted: string[][] = [];
const count = async (wanted: string[]) => {
  counted.push(wanted);
  return wanted.filter((term) => term === "zarquok").map((term) => ({ term, documents: 1 }));
};
const wordOf = (query: string, statistics: ReturnType<typeof makeStatistics>) =>
  queryWords(query, statistics).words.find(({ term }) => term === "zarquok");

test("a name too rare to be in memory is searched as written, not as a typing error of another", async () => {
  const part = makeStatistics({ ...known, isWhole: false });
  expect(wordOf("zarquok kafka linux", part)?.variants.flatMap((variant) => variant.terms)).toContain("zarquon");
  const whole = await withRareWords(part, "zarquok kafka linux", count);
  const word = wordOf("zarquok kafka linux", whole);
  expect(word?.known).toBe(true);
  expect(word?.variants.flatMap((variant) => variant.terms)).toEqual(["zarquok"]);
  expect(whole.documentsWith("kafka")).toBe(900);
});

test("the database is queried only for words that memory lacks, and never when memory has every term", async () => {
  counted.length = 0;
  const part = makeStatistics({ ...known, isWhole: false });
  await withRareWords(part, "zarquok kafka linux", count);
  await withRareWords(part, "kafka linux", count);
  await withRareWords(makeStatistics({ ...known, isWhole: true }), "zarquok", count);
  expect(counted).toEqual([["zarquok"]]);
});
