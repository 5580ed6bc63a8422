import { expect, test } from "@playwright/test";
import { eachWritten, termOf, termsOf, tokensOf } from "@/lib/search/query/terms";

/** Texts with their tokens: the term, and for a compound the terms of its parts. */
const TOKENS: ReadonlyArray<[text: string, tokens: string]> = [
  ["don't won't isn’t it's users' O'Reilly's we'll they've I'm he'd", "user oreilly>reilly"],
  ["C# F# C++ .NET c++17 net .Net C#7 foo+ bar# ##", "csharp fsharp cpp dotnet cpp 17 net dotnet c7>7 foo bar"],
  ["v1.2.3 1.2 v2 v 3a 2.x 1.2.3.4 3.12-rc", "1.2.3 1.2 2 v 3a 2x>2 1.2.3.4 312rc>3>12>rc"],
  [
    "Next.js nextJs HTTPServer getHTTPResponse iOS macOS OAuth2 aB ABc",
    "nextj>next>js nextj>next>js httpserver>http>server gethttprespons>get>http>respons ios maco>mac>os oauth2>auth>2 ab abc",
  ],
  ["a/b:c@d foo#bar user@example.com path/to/file", "b c foobar>foo>bar user examplecom>exampl>com path file"],
  ["naïve Zürich ﬁle ＡＢＣ Ångström café café", "naiv zurich file abc angstrom cafe cafe"],
  ["数据库 abc库 データ 한국어 ไทย 库", "数据 据库 ab bc c库 デー ータ 한국 국어 ไท ทย 库"],
  ["snake_case_name __init__ kebab-case- -x _ 9_9", "snakecasenam>snak>case>name init kebabcas>kebab>case x 99>9>9"],
  ["the-of of-and a-b-c drag-and-drop t-shirt 3-d", "draganddrop>drag>drop tshirt>shirt 3d>3"],
  [
    "web3 es2024 abc123def k8s log4j sha256sum ab1",
    "web3>web>3 es2024 abc123def>abc>123def k8s log4j>log>4j sha256sum>sha>256sum ab1",
  ],
  ["‘quoted’ ☃ emoji👍🏽text ⁃ dash—word", "quot emoji text dash word"],
];

for (const [text, tokens] of TOKENS) {
  test(`the tokens of ${text.slice(0, 40)}`, () => {
    expect(
      tokensOf(text)
        .map(({ term, parts }) => [term, ...parts].join(">"))
        .join(" "),
    ).toBe(tokens);
  });
}

test("a token has its word as it is written, in lower case", () => {
  const words = (text: string) => tokensOf(text).map(({ word }) => word);
  expect(words("Migrating Next.js to C# 8.0, v2.1 with O'Reilly's Café")).toEqual([
    "migrating",
    "next.js",
    "c#",
    "8.0",
    "v2.1",
    "o'reilly",
    "cafe",
  ]);
  expect(words("数据库")).toEqual(["数据", "据库"]);
});

test("words of up to forty-eight characters are kept, and of longer ones the parts that are no longer", () => {
  const [kept, dropped] = ["x".repeat(48), "y".repeat(49)];
  expect(tokensOf(`${kept} ${dropped}`).map(({ term }) => term)).toEqual([kept]);
  const [left, right] = ["z".repeat(30), "q".repeat(30)];
  expect(termsOf(`${left}-${right}`)).toEqual([left, right]);
  expect(termsOf(`${kept}-${dropped}`)).toEqual([kept]);
  // Read again: what is remembered of a word is what was read.
  expect(termsOf(`${left}-${right}`)).toEqual([left, right]);
});

test("both ways to write an accent give one term", () => {
  for (const word of ["café", "Zürich", "naïve", "Ångström", "パスワード", "ガイド", "й"])
    expect(termsOf(word.normalize("NFD")), word).toEqual(termsOf(word.normalize("NFC")));
  expect(termsOf("café")).toEqual(["cafe"]);
  expect(termsOf("й")).toEqual(["й"]);
});

test("each written run comes with its tokens, also where it gives none", () => {
  const runs: Array<[string, number]> = [];
  eachWritten("The user's Next.js, the", (written, tokens) => runs.push([written, tokens.length]));
  expect(runs).toEqual([
    ["The", 0],
    ["user's", 1],
    ["Next.js", 1],
    ["the", 0],
  ]);
});

test("the term of one word is its stem, and a word that is left out has none", () => {
  expect(["Migrations", "the", "", "C++", "Next.js"].map(termOf)).toEqual(["migration", "", "", "cpp", "nextj"]);
});

test("signs and variation selectors between words are blanks", () => {
  expect(termsOf("one\ufe0ftwo")).toEqual(["one", "two"]);
  expect(termsOf("one\u2000two\u2bffthree")).toEqual(["one", "two", "three"]);
  expect(termsOf("a\u2018b\u2019c")).toEqual(termsOf("a'b'c"));
});
