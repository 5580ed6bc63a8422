import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { expectWithin, leastProcessorMs } from "@/e2e/support/measuring";
import { plainText } from "@/lib/search/query/analyse-version";
import { type QueryWord, queryWords } from "@/lib/search/query/query-words";
import { EXCERPT_CHARACTERS_MAX, excerptOf as excerptOfText, searchedText } from "@/lib/search/rank/excerpt";
import { makeStatistics } from "@/lib/search/rank/statistics";

const statistics = makeStatistics({
  documents: 10,
  means: [5, 20, 20, 200],
  terms: new Map([
    ["cach", 2],
    ["page", 5],
    ["conflict", 1],
  ]),
});
const words = (query: string) => queryWords(query, statistics).words;
const excerptOf = (markdown: string, asked: readonly QueryWord[]) => excerptOfText(searchedText(markdown), asked);

test("shows the passage that matches the query best", () => {
  const text = "Start the server.\nA page is cached when nothing dynamic is read.\nStop the server.";
  expect(excerptOf(text, words("cache a page"))).toContain("A page is cached");
});

test("a text without any match has no excerpt", () => {
  expect(excerptOf("Start the server.", words("conflict"))).toBeNull();
  expect(excerptOf("", words("conflict"))).toBeNull();
  expect(excerptOf("Anything", [])).toBeNull();
});

test("a long line is cut around the words, at most 300 characters, never inside a character", () => {
  const line = `${"filler ".repeat(100)}the conflict is here 👩‍🚀 ${"more 👩‍🚀 ".repeat(100)}`;
  const excerpt = excerptOf(line, words("conflict")) ?? "";
  expect(excerpt).toContain("conflict");
  expect([...excerpt].length).toBeLessThanOrEqual(EXCERPT_CHARACTERS_MAX);
  expect(excerpt.isWellFormed()).toBe(true);
});

test("any text gives an excerpt within the limit or none", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 2_000 }), fc.string({ maxLength: 60 }), (text, query) => {
      const excerpt = excerptOf(text, words(query));
      if (excerpt !== null) expect([...excerpt].length).toBeLessThanOrEqual(EXCERPT_CHARACTERS_MAX);
    }),
    { numRuns: 300 },
  );
});

test("plain text has the words of a document and none of its markup", () => {
  const { headings, body } = plainText(
    "# Cache a **page**\n\nSee [the docs](https://example.com/secret-path).\n\n- [x] done\n\n```ts\nconst cached = true;\n```\n\n| a | b |\n|---|---|\n| one | two |\n\n<div>inside</div>\n",
  );
  expect(headings).toBe("Cache a page");
  expect(body.split("\n")).toEqual(["See the docs.", "done", "const cached = true;", "a b", "one two", "inside"]);
});

test("hostile markdown is read in 50 ms of CPU time", { tag: "@slow" }, async () => {
  for (const text of [
    ">".repeat(32_000),
    "[".repeat(32_000),
    "![a](".repeat(6_000),
    "<a".repeat(16_000),
    "*_".repeat(16_000),
    "|".repeat(32_000),
  ]) {
    await expectWithin(text.slice(0, 4), 50, () => leastProcessorMs(50, () => plainText(text)));
  }
});

test("a passage is cut at three hundred characters, at a word, with a sign that it goes on", () => {
  const fits = `conflict ${"a".repeat(289)}`;
  expect(excerptOf(fits, words("conflict"))).toBe(fits);
  const long = `conflict ${"word ".repeat(57)}${"b".repeat(7)}`;
  expect(long).toHaveLength(301);
  expect(excerptOf(long, words("conflict"))).toBe(`conflict ${"word ".repeat(57).trimEnd()}…`);
});

test("a short line is shown with the lines after it that fit, at most three; a cut paragraph is marked", () => {
  const text = (...lines: string[]) => lines.join("\n");
  expect(excerptOf(text("no", "a conflict", "b", "c", "d", "e"), words("conflict"))).toBe("…a conflict\nb\nc\nd…");
  expect(excerptOf(text("no", "", "a conflict", "", "b", "", "c"), words("conflict"))).toBe("a conflict\n\nb\n\nc");
  const filler = "f".repeat(287);
  expect(excerptOf(text("a conflict", "", filler, "", "c"), words("conflict"))).toBe("a conflict");
  expect(excerptOf(text("a conflict", filler.slice(2), "and more"), words("conflict"))).toBe(
    `a conflict\n${filler.slice(2)}…`,
  );
});

test("inline code is whole, and code in a fence has whole lines", () => {
  const code = `\`${"one two ".repeat(20)}\``;
  const long = `${"word ".repeat(30)}conflict ${code} and ${"more ".repeat(40)}`;
  const excerpt = excerptOf(long, words("conflict")) ?? "";
  expect(excerpt).toContain(code);
  expect(excerptOf(`conflict \`${"one two ".repeat(60)}\``, words("conflict"))).toBe("conflict…");
  const fenced = `Text.\n\n\`\`\`ts\nconst a = 1;\nconst conflict = ${"1 + ".repeat(40)}1;\n${"b();\n".repeat(9)}\`\`\`\n`;
  const lines = excerptOf(fenced, words("conflict"))?.split("\n") ?? [];
  expect([lines[0], lines[2], lines.at(-1)]).toEqual(["…", "b();", "…"]);
  const tooLong = `\`\`\`\nconflict ${"1 + ".repeat(90)}\n\`\`\`\n\nThe conflict ends.`;
  expect(excerptOf(tooLong, words("conflict"))).toBe("The conflict ends.");
});

test("HTML tags are never part of it, text in inline code may look like them", () => {
  expect(excerptOf('Write `<b>` and a conflict <b onclick="x()">more</b>.', words("conflict"))).toBe(
    "Write `<b>` and a conflict…",
  );
  expect(excerptOf("<b>bold</b> a conflict", words("conflict"))).toBe("…a conflict");
});

test("a text without blanks is cut between its words", () => {
  const line = `${"語".repeat(400)}conflict${"語".repeat(400)}`;
  const excerpt = excerptOf(`${line.slice(0, 400)} conflict ${line}`, words("conflict")) ?? "";
  expect(excerpt).toContain("conflict");
  expect([...excerpt].length).toBeLessThanOrEqual(EXCERPT_CHARACTERS_MAX);
});

test("a long line begins six words before the first that was asked for, or at its start", () => {
  const line = (before: number) =>
    `${Array.from({ length: before }, (_, n) => `w${n}`).join(" ")} conflict ${"x ".repeat(200)}`;
  expect(excerptOf(line(11), words("conflict"))?.slice(0, 5)).toBe("w0 w1");
  expect(excerptOf(line(13), words("conflict"))?.slice(0, 6)).toBe("…w7 w8");
  expect(excerptOf(line(40), words("conflict"))?.slice(0, 8)).toBe("…w34 w35");
});

test("the line that says most of what was asked is shown, of equal ones the first", () => {
  const text = "one page\nanother page here\na conflict\na cached page\nlast cached page";
  expect(excerptOf(text, words("page"))).toMatch(/^one page/);
  expect(excerptOf(text, words("page conflict"))).toMatch(/^…a conflict/);
  expect(excerptOf(text, words("cache page"))).toMatch(/^…a cached page/);
  expect(excerptOf("page page page\ncached page", words("cache page"))).toBe("…cached page");
});

test("a word is found by its stem where a word begins, also with a dot inside", () => {
  const found = (text: string, query: string) => excerptOf(text, words(query)) !== null;
  for (const text of ["caching", "Caches.", "(cached)", "CACHE", "x-cache"])
    expect(found(text, "cache"), text).toBe(true);
  for (const text of ["recached", "cac", "1cache"]) expect(found(text, "cache"), text).toBe(false);
  expect(found("two queries", "query")).toBe(true);
  expect(found("use next.js", "nextjs")).toBe(true);
});
