import { expect, test } from "@playwright/test";
import { narrowQuery } from "@/lib/search/rank/conversations";

const letters = [..."abcdefg"];

test("a text with half of the words matches, whichever half and however many are frequent", () => {
  for (let count = 1; count <= letters.length; count += 1) {
    const words = letters.slice(0, count);
    for (let rare = 0; rare <= count; rare += 1) {
      const query = narrowQuery(words, (word) => words.indexOf(word) >= rare);
      const lost = subsets(words).filter((held) => held.length >= count / 2 && !passes(query, held));
      expect(lost).toEqual([]);
    }
  }
});

test("one frequent word of many is not enough", () => {
  const query = narrowQuery(["rare", "file", "open", "error", "test", "run"], (word) => word !== "rare");
  expect(passes(query, ["test"])).toBe(false);
  expect(passes(query, ["rare"])).toBe(true);
  expect(passes(query, ["file", "open"])).toBe(true);
});

test("a word with query language operators stays a word", () => {
  expect(narrowQuery(["don't | x", "a\\b"], () => false)).toBe(String.raw`'don''t | x' | 'a\\b'`);
});

function passes(query: string, held: readonly string[]): boolean {
  return query
    .split(" | ")
    .some((part) => part.split(" & ").every((word) => held.includes(word.replace(/[()']/g, ""))));
}

function subsets(words: readonly string[]): string[][] {
  return Array.from({ length: 2 ** words.length }, (_, bits) =>
    words.filter((_, place) => (bits & (1 << place)) !== 0),
  );
}
