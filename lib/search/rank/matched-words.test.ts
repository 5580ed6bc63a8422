import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { queryWords } from "@/lib/search/query/query-words";
import { termsOf } from "@/lib/search/query/terms";
import { excerptOf, matchedWords, searchedText } from "@/lib/search/rank/excerpt";
import { makeStatistics } from "@/lib/search/rank/statistics";

const TITLE = "Cache a page in Next.js 16";
const DESCRIPTION = "Caching of pages, the static-web-app way, with PostgreSQL and MockMvc; why a request is slow.";
const PASSAGE = "A pull request that uses caches. Zwischenspeicher für Größen. キャッシュする";
const TEXTS = [TITLE, DESCRIPTION, PASSAGE];

const terms = TEXTS.flatMap(termsOf);
const statistics = makeStatistics({
  documents: 10,
  means: [5, 20, 20, 200],
  terms: new Map([...terms, "performanc"].map((term) => [term, 2])),
});
const matched = (query: string, options: { prefix?: boolean } = {}) =>
  matchedWords(TEXTS, queryWords(query, statistics, options).words);

test("a word is marked as it is written, in each of its forms", () => {
  expect(matched("cached")).toEqual(["Cache", "Caching", "caches"]);
  expect(matched("page")).toEqual(["page", "pages"]);
});

test("other names of a thing are marked where they occur", () => {
  expect(matched("nextjs")).toContain("Next.js");
  expect(matched("postgres")).toEqual(["PostgreSQL"]);
  expect(matched("pr")).toEqual(["pull", "request"]);
});

test("a typing error marks the intended word, an unfinished word its completion", () => {
  expect(matched("postgresqk")).toEqual(["PostgreSQL"]);
  expect(matched("postg", { prefix: true })).toEqual(["PostgreSQL"]);
});

test("in a compound only the requested part is marked, where it stands alone", () => {
  expect(matched("static")).toEqual(["static"]);
  expect(matched("staticwebapp")).toEqual(["static-web-app"]);
  expect(matched("mock")).toEqual(["MockMvc"]);
});

test("a word that is only related is not marked", () => {
  expect(matched("performance")).toEqual([]);
  expect(matchedWords(["The views of SQL"], queryWords("page postgres", statistics).words)).toEqual([]);
  expect(matchedWords([...TEXTS, "Performance"], queryWords("performance", statistics).words)).toEqual(["Performance"]);
});

test("words that only express a wish are marked only when nothing else is asked", () => {
  expect(matched("use a cache")).not.toContain("uses");
  expect(matched("use")).toEqual(["uses"]);
});

test("accents and scripts without spaces are marked as written", () => {
  expect(matched("grossen größen")).toContain("Größen");
  expect(matched("キャッシュ")).toEqual(expect.arrayContaining(["キャ"]));
});

test("for any texts and query, each marked word occurs in one of the texts", () => {
  const word = fc.oneof(
    fc.constantFrom(...terms, "Next.js's", "don’t", "ﬁle", "c++", "a/b:c@d"),
    fc.string({ unit: "grapheme" }),
  );
  const texts = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(texts, texts, (text, query) => {
      for (const marked of matchedWords([text], queryWords(query, statistics).words)) {
        expect(marked).not.toBe("");
        expect(text).toContain(marked);
      }
    }),
    { numRuns: 500 },
  );
});

test("a passage is chosen by whole words, including words with a dot inside", () => {
  const { words } = queryWords("nextjs page", statistics);
  const text = "Pageant and pagination.\nMore of it.\nNothing here.\nAnd none.\nNext.js renders a page.";
  expect(excerptOf(searchedText(text), words)).toBe("…Next.js renders a page.");
});

test("the ending of a contraction is not marked", () => {
  for (const ending of ["'s", "'re", "'ve", "'ll", "'d", "'m", "'", "’d"])
    expect(matchedWords([`the page${ending} cache`], queryWords("page", statistics).words), ending).toEqual(["page"]);
});
