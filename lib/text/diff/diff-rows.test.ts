import { expect, test } from "@playwright/test";
import type { VersionSummary } from "@/lib/contract/public/resources";
import type { DiffLine } from "@/lib/contract/shown-text";
import { choosePair } from "@/lib/domain/knowledge/compare-versions";
import { diffRows } from "@/lib/text/diff/diff-rows";

const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}`);
const textOf = (list: readonly string[]) => list.map((line) => `${line}\n`).join("");
const side = (line: DiffLine | null) =>
  line ? `${line.number} ${line.parts.map(({ text, marked }) => (marked ? `[${text}]` : text)).join("|")}` : "-";

/** A comparison in lines: what is the same with its numbers and length, and rows with the words marked that changed. */
function compared(older: string, newer: string): string[] {
  return diffRows(older, newer).flatMap((block) =>
    block.kind === "same"
      ? [`${block.folded ? "folded" : "same"} ${block.older} ${block.newer} ${block.lines.length}`]
      : block.rows.map((row) => `${side(row.older)} => ${side(row.newer)}`),
  );
}

test("three lines around a change are shown, and four lines or more beside them are folded", () => {
  expect(compared(textOf(lines(7)), textOf(lines(7).with(6, "x")))).toEqual(["same 1 1 6", "7 line 7 => 7 x"]);
  expect(compared(textOf(lines(8)), textOf(lines(8).with(7, "x")))).toEqual([
    ...["folded 1 1 4", "same 5 5 3", "8 line 8 => 8 x"],
  ]);
  expect(compared(textOf(lines(24)), textOf(lines(24).with(3, "a").with(13, "b")))).toEqual([
    ...["same 1 1 3", "4 line 4 => 4 a", "same 5 5 9", "14 line 14 => 14 b", "same 15 15 3", "folded 18 18 7"],
  ]);
  expect(compared(textOf(lines(24)), textOf(lines(24).toSpliced(3, 1, "a", "c").with(15, "b")))).toEqual([
    ...["same 1 1 3", "4 line 4 => 4 a", "- => 5 c", "same 5 6 3", "folded 8 9 4", "same 12 13 3"],
    ...["15 line 15 => 16 b", "same 16 17 3", "folded 19 20 6"],
  ]);
});

test("the lines of a block are without their ends", () => {
  expect(diffRows("a\nb\n", "a\nc")[0]).toEqual({ kind: "same", folded: false, older: 1, newer: 1, lines: ["a"] });
});

/** Two texts and the rows that compare them. */
const ROWS: ReadonlyArray<[older: string, newer: string, ...rows: string[]]> = [
  [
    "set the limit to 20 now\n",
    "set the limit to 100 now\n",
    "1 set the limit to |[20]| now => 1 set the limit to |[100]| now",
  ],
  ["old one\n", "quite different words here\n", "1 old one => 1 quite different words here"],
  ["a b c d e f\n", "a X Y d e f\n", "1 a |[b c]| d e f => 1 a |[X Y]| d e f"],
  ["aaa bbb\nccc ddd\n", "ccc dde\naaa bbb x\n", "- => 1 ccc dde", "1 aaa bbb => 2 aaa bbb|[ x]", "2 ccc ddd => -"],
  ["one\ntwo\n", "", "1 one => -", "2 two => -"],
  ["", "one\ntwo", "- => 1 one", "- => 2 two"],
  ["same\n", "same", "1 same => 1 same"],
  [
    "alpha beta gamma\n",
    "alpha delta epsilon zeta eta theta\n",
    "1 alpha beta gamma => 1 alpha delta epsilon zeta eta theta",
  ],
  ["x y\n", "x\n", "1 x|[ y] => 1 x"],
  ["  \n", "\t\n", "1    => 1 \t"],
  ["größe 1\n", "größe 2\n", "1 größe |[1] => 1 größe |[2]"],
  [
    "keep this line here\ngone\n",
    "new\nkeep that line here\n",
    ...["- => 1 new", "1 keep |[this]| line here => 2 keep |[that]| line here", "2 gone => -"],
  ],
  ["const b = 2;\n", "let b = 2;\nlet c = 3;\n", "1 [const]| b = 2; => 1 [let]| b = 2;", "- => 2 let c = 3;"],
];
for (const [older, newer, ...rows] of ROWS) {
  test(`the rows of ${JSON.stringify(older)} beside ${JSON.stringify(newer)}`, () => {
    expect(compared(older, newer)).toEqual(rows);
  });
}

test("lines of more than 400 words stand beside each other without marks", () => {
  const words = (count: number, last: string) => `${"w ".repeat((count - 1) / 2)}${last}`;
  expect(compared(words(399, "a"), words(399, "b"))[0]).toContain("[b]");
  expect(compared(words(401, "a"), words(401, "b"))[0]).not.toContain("[b]");
});

test("blocks of more than 2,500 pairs of lines stand side by side as they are", () => {
  const block = (count: number, word: string, from: number) =>
    textOf(Array.from({ length: count }, (_, n) => `${word} of the line number ${n + from} here`));
  // Alike lines are found in a block of 50 by 50, shifted by one; in a block of 51 by 50 the first stands by the first.
  const small = compared(block(50, "one", 1), block(50, "two", 0));
  expect(small.slice(0, 2)).toEqual([
    "- => 1 two of the line number 0 here",
    "1 [one]| of the line number 1 here => 2 [two]| of the line number 1 here",
  ]);
  const large = compared(block(51, "one", 1), block(50, "two", 0));
  expect(large[0]).toBe("1 [one]| of the line number |[1]| here => 1 [two]| of the line number |[0]| here");
  expect(large.at(-1)).toBe("51 one of the line number 51 here => -");
});

const version = (
  version_id: string,
  state: VersionSummary["state"] = "published",
  base_version_id: string | null = null,
) => ({ version_id, state, base_version_id }) as VersionSummary;

/** Versions as they are listed, newest first; what is wished; the pair, older first. */
const PAIRS: ReadonlyArray<[list: VersionSummary[], wish: { from?: string; to?: string }, pair: string | null]> = [
  [[], {}, null],
  [[version("a")], {}, null],
  [[version("b"), version("a")], {}, "a b"],
  [[version("b"), version("a", "withdrawn")], {}, "a b"],
  [[version("b", "withdrawn"), version("a", "withdrawn")], {}, "a b"],
  [[version("c", "withdrawn"), version("b"), version("a")], {}, "a b"],
  [[version("c"), version("b", "withdrawn"), version("a")], {}, "a c"],
  [[version("c", "published", "a"), version("b"), version("a")], {}, "b c"],
  [[version("c", "published", "a"), version("b"), version("a")], { to: "c" }, "a c"],
  [[version("c", "published", "b"), version("b", "withdrawn"), version("a")], { to: "c" }, "a c"],
  [[version("c", "published", "x"), version("b"), version("a")], { to: "c" }, "b c"],
  [[version("c"), version("b"), version("a")], { to: "b" }, "a b"],
  [[version("c"), version("b"), version("a")], { to: "a" }, "a c"],
  [[version("c"), version("b"), version("a")], { to: "x" }, "c x"],
  [[version("c"), version("b", "withdrawn"), version("a")], { to: "b" }, "a b"],
  [[], { to: "x" }, null],
  [[version("c"), version("b"), version("a")], { from: "a" }, "a c"],
  [[version("c"), version("b"), version("a")], { from: "c" }, "b c"],
  [[version("c"), version("b"), version("a")], { from: "x" }, "x c"],
  [[version("c")], { from: "c" }, null],
  [[version("c"), version("b"), version("a")], { from: "c", to: "a" }, "a c"],
  [[version("c"), version("b"), version("a")], { from: "a", to: "c" }, "a c"],
  [[version("c"), version("b"), version("a")], { from: "c", to: "x" }, "c x"],
  [[version("c"), version("b"), version("a")], { from: "x", to: "c" }, "x c"],
  [[version("c"), version("b"), version("a")], { from: "b", to: "b" }, "b b"],
];
test("which two versions are compared depends on what is named, known and readable", () => {
  const chosen = PAIRS.map(([list, wish]) => {
    const pair = choosePair(list, wish);
    return pair && `${pair.from} ${pair.to}`;
  });
  expect(chosen).toEqual(PAIRS.map(([, , pair]) => pair));
});
