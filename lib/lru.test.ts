import { expect, test } from "@playwright/test";
import { makeLru } from "@/lib/lru";

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
