import { expect, test } from "@playwright/test";
import { shown } from "@/lib/domain/sources/found";

test("words of others are stored short, and without what cannot be stored or seen", () => {
  expect(shown("fatal: remote error: \u001b[31mred\0\u202e\ud83d\u2028 ü 語")).toBe(
    "fatal: remote error: ?[31mred???? ü 語",
  );
  expect(shown(`${"x".repeat(9)}\u{1f600}`, 10)).toBe(`${"x".repeat(9)}?`);
});
