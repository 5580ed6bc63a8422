import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { expectWithin, leastProcessorMs } from "@/e2e/support/measuring";
import { stem } from "@/lib/search/query/stem";
import { termsOf, tokensOf } from "@/lib/search/query/terms";

const terms = (text: string) => tokensOf(text).map((token) => token.term);

test("a word is found in any case, number, tense or accents", () => {
  expect(terms("Migrations")).toEqual(terms("migration"));
  expect(terms("configuring")).toEqual(terms("Configured"));
  expect(terms("queries")).toEqual(terms("query"));
  expect(terms("Café")).toEqual(terms("cafe"));
  expect(terms("optimise")).toEqual(terms("optimize"));
  expect(terms("behaviour")).toEqual(terms("behavior"));
});

test("names with signs and versions stay intact", () => {
  expect(terms("C# C++ F# .NET")).toEqual(["csharp", "cpp", "fsharp", "dotnet"]);
  expect(terms("node 22")).toEqual(["node", "22"]);
  expect(terms("v16.4")).toEqual(["16.4"]);
  expect(terms("Next.js")).toEqual(terms("nextjs"));
});

test("a compound is kept whole and in parts", () => {
  expect(termsOf("MockMvc")).toEqual(["mockmvc", "mock", "mvc"]);
  expect(termsOf("pull_request_target")).toEqual(["pullrequesttarget", "pull", "request", "target"]);
  expect(termsOf("drag-and-drop")).toContain("drag");
});

test("stop words and contractions give no terms", () => {
  expect(terms("the of and to in")).toEqual([]);
  expect(terms("I can't, won't and don't")).toEqual([]);
});

test("scripts without spaces become pairs of characters", () => {
  expect(terms("数据库")).toEqual(["数据", "据库"]);
  expect(terms("库")).toEqual(["库"]);
});

test("a stem is stable: stemming a stem of the common endings changes nothing", () => {
  for (const word of ["cached", "caching", "caches", "deployed", "deploying", "indexes", "policies"]) {
    expect(stem(stem(word))).toBe(stem(word));
  }
});

test("any text gives finite, non-empty terms and never throws", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      for (const term of termsOf(text)) {
        expect(term.length).toBeGreaterThan(0);
        expect(term).not.toMatch(/\s/);
      }
    }),
    { numRuns: 300 },
  );
});

test("a hundred kilobytes of hostile characters are read in 50 ms of CPU time", { tag: "@slow" }, async () => {
  for (const text of [
    "a.".repeat(50_000),
    "#".repeat(100_000),
    "aA".repeat(50_000),
    "'s".repeat(50_000),
    "é".repeat(100_000),
  ]) {
    await expectWithin(text.slice(0, 2), 50, () => leastProcessorMs(50, () => tokensOf(text)));
  }
});
