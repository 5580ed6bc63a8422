import { expect, test } from "@playwright/test";
import { makeStatistics } from "@/lib/search/rank/statistics";

const known = (entries: Record<string, number>) => ({
  documents: 100,
  means: [5, 20, 5, 100] as const,
  terms: new Map(Object.entries(entries)),
});
const similar = (term: string, ...terms: string[]) =>
  makeStatistics(known(Object.fromEntries(terms.map((one) => [one, 1]))))
    .similarTo(term)
    .map((found) => `${found.term} ${Math.round(found.weight * 10_000) / 10_000}`);

test("a letter changed, missing, added or swapped is one typing error, weighed by the length of the word", () => {
  expect(similar("upsret", "upsert")).toEqual(["upsert 0.8"]);
  expect(similar("upsart", "upsert")).toEqual(["upsert 0.8"]);
  expect(similar("upsrt", "upsert")).toEqual(["upsert 0.76"]);
  expect(similar("upserrt", "upsert")).toEqual(["upsert 0.8286"]);
  expect(similar("pusert", "upsert"), "a word is looked for by its first letter").toEqual([]);
});

test("the word itself is no error, and one error is allowed from four letters on, two from eight", () => {
  expect(similar("upsert", "upsert")).toEqual([]);
  expect(similar("upxxrt", "upsert")).toEqual([]);
  expect(similar("sevenle", "sevexxe")).toEqual([]);
  expect(similar("eightlet", "eighxxet")).toEqual(["eighxxet 0.7"]);
  expect(similar("eightlet", "eixxxlet")).toEqual([]);
  expect(similar("eightlet", "eightletto")).toEqual(["eightletto 0.7"]);
  expect(similar("eightlet", "eightletter")).toEqual([]);
  expect(similar("eightlet", "eighlt")).toEqual(["eighlt 0.7"]);
});

test("in words of four letters a letter is changed or swapped, not missing; in three letters only swapped", () => {
  expect(similar("tset", "test")).toEqual(["test 0.7"]);
  expect(similar("txst", "test")).toEqual(["test 0.7"]);
  expect(similar("tst", "test")).toEqual([]);
  expect(similar("llvm", "llm", "llvmx")).toEqual([]);
  expect(similar("rde", "red")).toEqual(["red 0.6"]);
  expect(similar("rxd", "red")).toEqual([]);
  expect(similar("ed", "de", "et")).toEqual([]);
  expect(similar("seven", "sevn", "sevens")).toEqual(["sevens 0.76", "sevn 0.76"]);
});

test("a name with digits has no typing errors", () => {
  expect(similar("node2s", "nodes", "nodezs")).toEqual([]);
  expect(similar("nodexs", "node2s")).toEqual(["node2s 0.8"]);
});

test("of similar words the nearest come first, then the most frequent, then by name, at most four", () => {
  const { similarTo } = makeStatistics(
    known({ configurf: 2, configurb: 9, configura: 9, configxrg: 50, configurc: 3, configurd: 1 }),
  );
  expect(similarTo("configure").map(({ term }) => term)).toEqual(["configura", "configurb", "configurc", "configurf"]);
  const near = makeStatistics(known({ configurf: 1, configxrg: 50 })).similarTo("configure");
  expect(near.map(({ term }) => term)).toEqual(["configurf", "configxrg"]);
});

test("a family has its most frequent members, at most five, and only words of four letters or more", () => {
  const { familyOf } = makeStatistics(
    known({ migrat: 2, migration: 7, migrator: 7, migr: 1, migrati: 9, migratio: 3, migrate: 4, mig: 50, act: 9 }),
  );
  expect(familyOf("migr")).toEqual(["migration", "migrator", "migrate", "migrat", "migr"]);
  expect(familyOf("act")).toEqual([]);
  expect(familyOf("nothing")).toEqual([]);
  expect(makeStatistics(known({ acts: 1, four: 2 })).familyOf("four")).toEqual(["four"]);
  const six = Object.fromEntries(
    ["deploy", "deploying", "deployer", "deployment", "deployable", "deployers"].map((word, n) => [word, n + 1]),
  );
  expect(makeStatistics(known(six)).familyOf("deploy")).toEqual([
    ...["deployers", "deployable", "deployment", "deployer", "deploying"],
  ]);
});

test("words that start alike come most frequent first, without the start itself, at most eight", () => {
  const entries = Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => [`star${String.fromCharCode(97 + n)}`, n + 1]),
  );
  const { startingWith } = makeStatistics(known({ ...entries, star: 99, sta: 99, stat: 99, ["s".repeat(48)]: 1 }));
  expect(startingWith("star")).toEqual(["starj", "stari", "starh", "starg", "starf", "stare", "stard", "starc"]);
  expect(startingWith("sss")).toEqual(["s".repeat(48)]);
  expect(startingWith("x")).toEqual([]);
});

test("terms that are no words are counted and not looked for", () => {
  const statistics = makeStatistics(known({ "3.12": 4, "two words": 5, "1abcd": 6, "c++": 1 }));
  expect(["3.12", "two words", "1abcd", "c++", "none"].map(statistics.documentsWith)).toEqual([4, 5, 6, 1, 0]);
  for (const start of ["3", "two", "1abc", "c"]) expect(statistics.startingWith(start), start).toEqual([]);
});

test("statistics say of how many documents they are and whether they have every term", () => {
  expect(makeStatistics(known({}))).toMatchObject({ documents: 100, means: [5, 20, 5, 100], isWhole: true });
  expect(makeStatistics({ ...known({}), isWhole: false }).isWhole).toBe(false);
});
