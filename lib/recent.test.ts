import { expect, test } from "@playwright/test";
import { makeRecent } from "@/lib/recent";

const texts = () => makeRecent<string>(64, (text) => text.length);

test("what was unused for longest goes first", () => {
  const recent = texts();
  for (const key of "abcdefghijklmnop") recent.set(key, "4444");
  expect(recent.get("a")).toBe("4444");
  recent.set("new", "4444");
  expect(recent.get("b")).toBeUndefined();
  expect(recent.get("a")).toBe("4444");
  expect(recent.get("new")).toBe("4444");
});

test("a value that is set again weighs once", () => {
  const recent = texts();
  recent.set("first", "1");
  for (let time = 0; time < 100; time += 1) recent.set("again", "4444");
  expect(recent.get("first")).toBe("1");
});

test("one large value does not push out everything else", () => {
  const recent = texts();
  recent.set("small", "1");
  recent.set("large", "x".repeat(5));
  expect(recent.get("large")).toBeUndefined();
  expect(recent.get("small")).toBe("1");
});

test("a value of a sixteenth of everything is kept, and what is dropped weighs nothing", () => {
  const recent = texts();
  for (const key of "abcdefghijklmnop") recent.set(key, "4444");
  recent.drop("a");
  recent.drop("never set");
  recent.set("new", "4444");
  expect([..."abcdefghijklmnop"].filter((key) => recent.get(key) === undefined)).toEqual(["a"]);
  recent.set("b", "too large");
  expect(recent.get("b"), "the value of before is gone").toBeUndefined();
  recent.set("more", "4444");
  expect(recent.get("c")).toBe("4444");
});

test("without a weight each value counts as one", () => {
  const recent = makeRecent<number>(16);
  for (let n = 0; n < 17; n += 1) recent.set(`${n}`, n);
  expect(recent.get("0")).toBeUndefined();
  expect(recent.get("1")).toBe(1);
});
