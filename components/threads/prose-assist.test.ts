import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { problemsIn, replaceMarks, withoutInvisible } from "@/components/threads/prose-assist";
import { findInvisible } from "@/lib/text/safety/find-invisible";

const REWRITTEN: Array<[text: string, plain: string]> = [
  ["use `pnpm` with node >=18 and <23", "use pnpm with node at least 18 and less than 23"],
  ["a < b, a <= b, a >= b and a => b", "a less than b, a at most b, a at least b and a to b"],
  ["see <https://example.org/a?b=c>", "see https://example.org/a?b=c"],
  ["Map<String, Int> and <name> and <b>x</b>", "Map of String, Int and (name) and (b)x(/b)"],
  ["Do:\n```yaml\nserver:\n  port: 3\n```\nDone.", "Do:\n\n    server:\n      port: 3\n\nDone."],
  ["```\nif a < b\n```", "    if a less than b\n"],
  ["> quoted\nanswer", "quoted\nanswer"],
  ["plain  words\n\n    code", "plain  words\n\n    code"],
];
for (const [text, plain] of REWRITTEN) test(`"${text}" is rewritten`, () => expect(replaceMarks(text)).toBe(plain));

test("no text keeps a forbidden character, and one without any stays the same", () => {
  const piece = fc.constantFrom("<", ">", "`", "```", "\n", " ", "a", "=", "-", "    ", "/b", "~~~", "x y", "\r\n");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
      const text = parts.join("");
      expect(replaceMarks(text)).not.toMatch(/[<>`]/);
      expect(problemsIn(replaceMarks(text), 10_000).filter(({ kind }) => kind === "mark")).toEqual([]);
    }),
  );
  expect(replaceMarks("a\n\n\tb - c.")).toBe("a\n\n\tb - c.");
});

const LEGAL = ["👩‍👩‍👧 and 👍🏽", "1️⃣ then ❤️", "می‌خواهم", "क्‍ष", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "caf\u00e9 e\u0301", "tab\tand\nline"];

test("characters that nobody sees are found and removed; emoji and joined letters stay", () => {
  for (const text of LEGAL) expect(withoutInvisible(text), text).toBe(text);
  for (const code of [0x200b, 0x200d, 0x202e, 0x2066, 0xfeff, 0xad, 0x2060, 0xe0041, 0x7, 0x115f, 0x3164, 0xfe0f]) {
    const text = `one${String.fromCodePoint(code)}two`;
    expect(findInvisible(text, "prose"), code.toString(16)).toHaveLength(1);
    expect(problemsIn(text, 100)).toEqual([
      { start: 3, end: 3 + String.fromCodePoint(code).length, kind: "invisible" },
    ]);
    expect(withoutInvisible(text)).toBe("onetwo");
  }
});

test("what is too long is marked from the first character beyond the limit", () => {
  expect(problemsIn("👍👍👍 a", 3)).toEqual([{ start: 6, end: 8, kind: "too long" }]);
  expect(problemsIn("abc", 3)).toEqual([]);
});
