import { expect, test } from "@playwright/test";
import { explanationText } from "@/lib/cli/eval/report";

test("tables are aligned, names to the left and numbers to the right", () => {
  const rows = [
    ["18", "1.5", "a"],
    ["upsert", "10.25", { text: "a longer one", path: "/skills" }],
  ];
  expect(
    explanationText([{ kind: "table", caption: "Words", note: "By stem.", head: ["Word", "Score", "Kind"], rows }]),
  ).toBe(
    [
      "Words",
      "-----",
      "By stem.",
      "Word    Score  Kind",
      "-------------------",
      "18        1.5  a",
      "upsert  10.25  a longer one",
      "",
    ].join("\n"),
  );
});

test("others' texts neither control the terminal nor widen a table without end", () => {
  const text = explanationText([
    { kind: "text", text: "a \u001b[31mred\u001b[0m title\u0007\u202e\nnext" },
    { kind: "table", caption: "Skills", head: ["Skill", "Score"], rows: [["w".repeat(200), "1"]] },
  ]);
  expect(text).toContain("a red title next\n");
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(140);
});
