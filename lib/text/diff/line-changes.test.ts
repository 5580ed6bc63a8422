import { expect, test } from "@playwright/test";
import { applyPatch } from "diff";
import { expectWithin, leastProcessorMs } from "@/e2e/support/processor-time";
import { choosePair } from "@/lib/domain/knowledge/compare-versions";
import { type DiffLine, diffRows } from "@/lib/text/diff/diff-rows";
import { changesBetween } from "@/lib/text/diff/line-changes";
import { unifiedDiff } from "@/lib/text/diff/unified-diff";

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
        if (row.older) inPlace &&= before.push(textOf(row.older)) === row.older.number;
        if (row.newer) inPlace &&= after.push(textOf(row.newer)) === row.newer.number;
      }
    }
    const whole = (lines: string[], text: string) => lines.join("\n") === text.replace(/\n$/, "");
    return !(inPlace && whole(before, older) && whole(after, newer));
  });
  expect(wrong).toEqual([]);
});

const textOf = (line: DiffLine) => line.parts.map(({ text }) => text).join("");

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
