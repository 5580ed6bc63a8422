import { expect, test } from "@playwright/test";
import { makeLru } from "@/lib/platform/lru";

const texts = () => makeLru<string>(64, (text) => text.length);

test("the least recently used entry is evicted first", () => {
  const cache = texts();
  for (const key of "abcdefghijklmnop") cache.set(key, "4444");
  expect(cache.get("a")).toBe("4444");
  cache.set("new", "4444");
  expect(cache.get("b")).toBeUndefined();
  expect(cache.get("a")).toBe("4444");
  expect(cache.get("new")).toBe("4444");
});

test("a value that is set again counts once", () => {
  const cache = texts();
  cache.set("first", "1");
  for (let time = 0; time < 100; time += 1) cache.set("again", "4444");
  expect(cache.get("first")).toBe("1");
});

test("one large value does not evict everything else", () => {
  const cache = texts();
  cache.set("small", "1");
  cache.set("large", "x".repeat(5));
  expect(cache.get("large")).toBeUndefined();
  expect(cache.get("small")).toBe("1");
});

test("a value of a sixteenth of everything is kept, and what is dropped weighs nothing", () => {
  const cache = texts();
  for (const key of "abcdefghijklmnop") cache.set(key, "4444");
  cache.delete("a");
  cache.delete("never set");
  cache.set("new", "4444");
  expect([..."abcdefghijklmnop"].filter((key) => cache.get(key) === undefined)).toEqual(["a"]);
  cache.set("b", "too large");
  expect(cache.get("b"), "the value of before is gone").toBeUndefined();
  cache.set("more", "4444");
  expect(cache.get("c")).toBe("4444");
});

test("without a weight each value counts as one", () => {
  const cache = makeLru<number>(16);
  for (let n = 0; n < 17; n += 1) cache.set(`${n}`, n);
  expect(cache.get("0")).toBeUndefined();
  expect(cache.get("1")).toBe(1);
});
