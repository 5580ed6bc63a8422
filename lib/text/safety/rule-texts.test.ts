import { expect, test } from "@playwright/test";
import { lineJudgements, recordedLines } from "@/e2e/samples/line-outcomes";
import { recordedRuleTexts, rowsOfTables, rowsThatMatch } from "@/e2e/samples/rule-texts";

// Each alternative of a pattern has a text here that only it matches; `npm run safety-outcomes` regenerates the rows.
const recorded = recordedRuleTexts();

test("the texts belong to the tables there are", () => {
  expect(Object.keys(recorded).sort()).toEqual(Object.keys(rowsOfTables).sort());
});

for (const [table, texts] of Object.entries(recorded)) {
  test(`texts for each part of each pattern are matched by the same rows of ${table}`, () => {
    expect(rowsThatMatch(table, Object.keys(texts))).toEqual(texts);
    const matched = new Set(Object.values(texts).flatMap((rows) => rows.split("; ")));
    const rows = (rowsOfTables[table] ?? []).map(({ row }) => row);
    expect(rows.filter((row) => !matched.has(row))).toEqual([]);
  });
}

for (const [subject, lines] of Object.entries(recordedLines())) {
  test(`commands are judged by the same rows, by themselves and beside concealing prose: ${subject}`, () => {
    expect(lineJudgements(Object.keys(lines))).toEqual(lines);
  });
}
