import { expect, test } from "@playwright/test";
import { applyPatch } from "diff";
import { expectWithin, leastProcessorMs } from "@/e2e/support/measuring";
import type { DiffLine } from "@/lib/contract/shown-text";
import { choosePair } from "@/lib/domain/knowledge/compare-versions";
import { diffRows } from "@/lib/text/diff/diff-rows";
import { changesBetween, linesOf, unifiedDiff } from "@/lib/text/diff/unified-diff";

const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}`);
const textOf = (list: readonly string[]) => list.map((line) => `${line}\n`).join("");
const diff = (older: string, newer: string) => {
  const at = "2026-11-21";
  const { text, lines_added, lines_removed } = unifiedDiff(
    { name: "a", at, text: older },
    { name: "b", at, text: newer },
  );
  const [from, to, ...hunks] = text.split("\n");
  if (text !== "") expect([from, to, hunks.at(-1)]).toEqual([`--- a\t${at}`, `+++ b\t${at}`, ""]);
  return { hunks: hunks.slice(0, -1), lines_added, lines_removed };
};

test("equal texts have no diff", () => {
  expect(diff("a\nb", "a\nb")).toEqual({ hunks: [], lines_added: 0, lines_removed: 0 });
  expect(diff("", "")).toEqual({ hunks: [], lines_added: 0, lines_removed: 0 });
});

test("a change at the start has three lines after it", () => {
  expect(diff(textOf(lines(9)), textOf(["first", "second", ...lines(9).slice(1)]))).toEqual({
    hunks: ["@@ -1,4 +1,5 @@", "-line 1", "+first", "+second", " line 2", " line 3", " line 4"],
    lines_added: 2,
    lines_removed: 1,
  });
});

test("a change in the middle has three lines before and after it", () => {
  expect(diff(textOf(lines(20)), textOf(lines(20).toSpliced(9, 2, "ten")))).toEqual({
    hunks: [
      "@@ -7,8 +7,7 @@",
      ...[" line 7", " line 8", " line 9", "-line 10", "-line 11", "+ten"],
      ...[" line 12", " line 13", " line 14"],
    ],
    lines_added: 1,
    lines_removed: 2,
  });
});

test("a change at the end has three lines before it, and a missing line end is a change", () => {
  expect(diff(textOf(lines(5)), textOf(lines(5)).trimEnd())).toEqual({
    hunks: [
      ...["@@ -2,4 +2,4 @@", " line 2", " line 3", " line 4", "-line 5", "+line 5"],
      "\\ No newline at end of file",
    ],
    lines_added: 1,
    lines_removed: 1,
  });
});

test("an empty side names the line before it, and a side of one line has no length", () => {
  expect(diff("", "a\nb\n").hunks).toEqual(["@@ -0,0 +1,2 @@", "+a", "+b"]);
  expect(diff("a\n", "").hunks).toEqual(["@@ -1 +0,0 @@", "-a"]);
  expect(diff("a\n", "b\n").hunks).toEqual(["@@ -1 +1 @@", "-a", "+b"]);
});

test("changes share a hunk when six lines or fewer lie between them, and later hunks count what came before", () => {
  const changed = (second: number) => textOf(lines(30).toSpliced(second, 1, "y", "z").toSpliced(4, 1, "x"));
  expect(diff(textOf(lines(30)), changed(11)).hunks.filter((line) => line.startsWith("@@"))).toEqual([
    "@@ -2,14 +2,15 @@",
  ]);
  expect(diff(textOf(lines(30)), changed(12)).hunks.filter((line) => line.startsWith("@@"))).toEqual([
    ...["@@ -2,7 +2,7 @@", "@@ -10,7 +10,8 @@"],
  ]);
  const inserted = textOf(lines(40).toSpliced(30, 1, "y").toSpliced(2, 0, "a", "b"));
  expect(diff(textOf(lines(40)), inserted).hunks.filter((line) => line.startsWith("@@"))).toEqual([
    ...["@@ -1,5 +1,7 @@", "@@ -28,7 +30,7 @@"],
  ]);
});

test("lines keep their ends, and an empty text has none", () => {
  expect(linesOf("a\n\nb")).toEqual(["a\n", "\n", "b"]);
  expect(linesOf("a\n")).toEqual(["a\n"]);
  expect(linesOf("")).toEqual([]);
});

const changes = (older: string, newer: string) =>
  changesBetween([...older], [...newer]).map((one) =>
    one.kind === "same" ? one.older.join("") : `[${one.older.join("")}>${one.newer.join("")}]`,
  );

test("changes lie between what both share: the same ends, items each has once, then the longest common run", () => {
  expect(changes("abc", "abc")).toEqual(["abc"]);
  expect(changes("", "ab")).toEqual(["[>ab]"]);
  expect(changes("ab", "")).toEqual(["[ab>]"]);
  expect(changes("abcd", "abXd")).toEqual(["ab", "[c>X]", "d"]);
  expect(changes("aXb", "aXXb")).toEqual(["aX", "[>X]", "b"]);
  expect(changes("a1b2c", "a3b4c")).toEqual(["a", "[1>3]", "b", "[2>4]", "c"]);
  // Each side has x, y and z once: the longest rising run of them stays, what moved is removed and added.
  expect(changes("1xyz2", "3zxy4")).toEqual(["[1>3z]", "xy", "[z2>4]"]);
  expect(changes("pabcdq", "rdabcs")).toEqual(["[p>rd]", "abc", "[dq>s]"]);
  expect(changes("1xyzw2", "3wzyx4")).toEqual(["[1xyz>3]", "w", "[2>zyx4]"]);
  // Repeated items: the longest common subsequence.
  expect(changes("aabb", "abab")).toEqual(["a", "[a>]", "b", "[>a]", "b"]);
  expect(changes("1aabaa2", "3abaab4")).toEqual(["[1a>3]", "abaa", "[2>b4]"]);
  expect(changes("xababy", "zbabaw")).toEqual(["[xa>z]", "bab", "[y>aw]"]);
});

test("of two repeated sequences as much as possible stays", () => {
  const kept = (older: string, newer: string) =>
    changesBetween([...older], [...newer])
      .filter(({ kind }) => kind === "same")
      .reduce((sum, { older: same }) => sum + same.length, 0);
  expect(kept("xaabbay", "zababaw")).toBe(4);
  expect(kept("xabcabcy", "zcbacbaw")).toBe(3);
  expect(kept("xaaaay", "zaaw")).toBe(2);
  expect(kept("xababababy", "zbabababaw")).toBe(7);
});

test("a gap too large to compare is one replacement", () => {
  const many = (item: string) => Array.from({ length: 2_001 }, (_, n) => `${item}${n % 2}`);
  const small = (item: string) => many(item).slice(0, 1_999);
  const mixed = (list: string[]) => ["start", ...list, "common", "common", ...list, "end"];
  const count = (older: string[], newer: string[]) => changesBetween(mixed(older), mixed(newer)).length;
  expect(count(many("a"), many("b"))).toBe(3);
  const middle = changesBetween(["s", ...small("a").slice(0, 900), "m", "m", "e"], ["s", "m", "m", "n", "e"]);
  expect(middle.map(({ kind }) => kind)).toEqual(["same", "changed", "same", "changed", "same"]);
});

const at = "2026-11-21T00:00:00.000Z";
const patchOf = (older: string, newer: string) =>
  unifiedDiff({ name: "a", at, text: older }, { name: "b", at, text: newer });

/** Small texts with few distinct lines, some without a final newline, so that every kind of change occurs. */
function* randomTexts(): Generator<[older: string, newer: string]> {
  let seed = 7;
  const below = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * n);
  };
  const text = () => {
    const lines = Array.from({ length: below(30) }, () => `line ${below(9)}`);
    return lines.length > 0 && below(3) > 0 ? `${lines.join("\n")}\n` : lines.join("\n");
  };
  for (let n = 0; n < 400; n += 1) yield [text(), text()];
}

test("a unified diff turns the old text into the new one, for any two texts", () => {
  const wrong = [...randomTexts()].filter(([older, newer]) => {
    const { text } = patchOf(older, newer);
    return newer !== (text === "" ? older : applyPatch(older, text));
  });
  expect(wrong).toEqual([]);
});

test("the rows of a comparison hold both texts whole, in order, with their line numbers", () => {
  const wrong = [...randomTexts()].filter(([older, newer]) => {
    const [before, after]: [string[], string[]] = [[], []];
    let inPlace = true;
    for (const block of diffRows(older, newer)) {
      if (block.kind === "same") {
        inPlace &&= block.older === before.length + 1 && block.newer === after.length + 1;
        before.push(...block.lines);
        after.push(...block.lines);
        continue;
      }
      for (const row of block.rows) {
        if (row.older) inPlace &&= before.push(sideOf(row.older)) === row.older.number;
        if (row.newer) inPlace &&= after.push(sideOf(row.newer)) === row.newer.number;
      }
    }
    const whole = (lines: string[], text: string) => lines.join("\n") === text.replace(/\n$/, "");
    return !(inPlace && whole(before, older) && whole(after, newer));
  });
  expect(wrong).toEqual([]);
});

const sideOf = (line: DiffLine) => line.parts.map(({ text }) => text).join("");

test("a rewritten line is beside its new form, with the changed words marked", () => {
  const blocks = diffRows("keep\nset the limit to 20 now\n", "keep\nadded here\nset the limit to 100 now\n");
  const changed = blocks.find(({ kind }) => kind === "changed");
  expect(changed).toMatchObject({
    rows: [
      { older: null, newer: { number: 2 } },
      { older: { number: 2 }, newer: { number: 3, parts: [{}, { text: "100", marked: true }, {}] } },
    ],
  });
});

test("lines far from a change are folded, and three lines around it are not", () => {
  const lines = Array.from({ length: 40 }, (_, n) => `line ${n}`);
  const blocks = diffRows(lines.join("\n"), lines.with(20, "other").join("\n"));
  expect(
    blocks.map((block) =>
      block.kind === "same" ? `${block.lines.length}${block.folded ? " folded" : ""}` : "changed",
    ),
  ).toEqual(["17 folded", "3", "changed", "3", "16 folded"]);
});

const longText = (from: number, step: number) =>
  Array.from({ length: 16_000 }, (_, n) => String.fromCharCode(from + ((n * step) % 13))).join("\n");

test("texts of sixteen thousand lines without a common one are a single change", () => {
  expect(changesBetween(longText(97, 1).split("\n"), longText(65, 7).split("\n"))).toHaveLength(1);
});

test("texts of sixteen thousand lines are compared within 200 ms of CPU time", { tag: "@slow" }, async () => {
  const work = () => {
    changesBetween(longText(97, 1).split("\n"), longText(65, 7).split("\n"));
    patchOf(longText(97, 1), longText(98, 5));
    diffRows(longText(97, 1), longText(98, 5));
    diffRows("a ".repeat(16_000), "b ".repeat(16_000));
  };
  await expectWithin("the comparison", 200, () => leastProcessorMs(200, work));
});

test("two versions are chosen: the newest two readable ones, or the requested ones, always old to new", () => {
  const version = (name: string, state: "published" | "withdrawn" = "published", base: string | null = null) => ({
    version_id: name,
    ordinal: "1",
    title: "T",
    base_version_id: base,
    applicability: [],
    change_summary: "c",
    is_selected: false,
    state,
    canonical_url: "http://localhost/",
    created_at: at,
  });
  const versions = [
    version("five", "withdrawn"),
    version("four", "published", "two"),
    version("three"),
    version("two"),
    version("one"),
  ];
  expect(choosePair(versions, {})).toEqual({ from: "three", to: "four" });
  expect(choosePair(versions, { to: "four" })).toEqual({ from: "two", to: "four" });
  expect(choosePair(versions, { to: "one" })).toEqual({ from: "one", to: "four" });
  expect(choosePair(versions, { from: "four", to: "one" })).toEqual({ from: "one", to: "four" });
  expect(choosePair(versions, { from: "five" })).toEqual({ from: "four", to: "five" });
  expect(choosePair(versions.slice(4), {})).toBeNull();
});
