import { expect, test } from "@playwright/test";
import { splitQuestion } from "@/components/threads/shown-question";

const LONG = `${"how do I keep this word ".repeat(8)}?`;

const CASES: Array<[question: string, title: string, rest: string]> = [
  ["How do I upsert rows", "How do I upsert rows", ""],
  ["How do I upsert rows? I use Node.js 22. It fails.", "How do I upsert rows?", "I use Node.js 22. It fails."],
  ["Why does e.g. Next.js 14.2 cache this? Tell me.", "Why does e.g. Next.js 14.2 cache this?", "Tell me."],
  ["It fails with:\n    error: 1", "It fails with:", "    error: 1"],
  ["Oh! Why is it so?", "Oh! Why is it so?", ""],
  ["キャッシュはどのように無効化できますか。試しました。", "キャッシュはどのように無効化できますか。", "試しました。"],
];
for (const [question, title, rest] of CASES)
  test(`"${question}" has its first sentence as title`, () => expect(splitQuestion(question)).toEqual({ title, rest }));

test("a first sentence that is too long is cut after a word, and the rest is all of it", () => {
  const { title, rest } = splitQuestion(LONG);
  expect([...title].length).toBeLessThanOrEqual(120);
  expect(title).toMatch(/^how do I keep .* \w+…$/);
  expect(rest).toBe(LONG);
  expect([...splitQuestion("w".repeat(480)).title].length).toBeLessThanOrEqual(120);
});
