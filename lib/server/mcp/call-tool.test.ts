import { expect, test } from "@playwright/test";
import { ANSWER_BYTES_MAX, fits, shortened } from "@/lib/server/mcp/call-tool";

test("an answer that fits is not touched", () => {
  const answer = { text: "x".repeat(ANSWER_BYTES_MAX - 20) };
  expect(shortened(answer)).toBe(answer);
});

test("long texts are shortened until the whole fits; addresses and cursors stay whole", () => {
  const items = Array.from({ length: 100 }, (_, i) => ({
    text: `${i} ${"字".repeat(4_000)}`,
    canonical_url: `u${"/x".repeat(60)}`,
  }));
  const kept = shortened({ items, next_cursor: "c".repeat(300) });
  expect(fits(JSON.stringify(kept))).toBe(true);
  expect(kept.shortened).toMatch(/texts end after \d+ characters/);
  expect(kept.next_cursor).toBe("c".repeat(300));
  expect(kept.items).toMatchObject(items.map(({ canonical_url }) => ({ canonical_url })));
});

test("no character is cut in two", () => {
  const kept = shortened({ items: Array.from({ length: 50 }, () => "a".concat("😀".repeat(2_000))) });
  expect(JSON.stringify(kept).isWellFormed()).toBe(true);
  expect(JSON.stringify(kept)).not.toContain("\\ud");
});
