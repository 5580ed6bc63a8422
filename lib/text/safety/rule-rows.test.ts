import { expect, test } from "@playwright/test";
import { harmfulCode } from "@/e2e/samples/harmful-code";
import { excuses } from "@/e2e/samples/harmless-code";
import { maliciousSkills } from "@/e2e/samples/malicious-skills";
import { readSamples } from "@/e2e/samples/read-samples";
import { rowSamples } from "@/e2e/samples/rule-rows";
import { codeMarks, runCalls, sendCalls, sourceCalls } from "@/lib/text/safety/skill/code/calls";
import { programMarks } from "@/lib/text/safety/skill/code/program-marks";
import { judgeText, textMarks } from "@/lib/text/safety/skill/judge-text";
import { proseFrames } from "@/lib/text/safety/skill/prose/frames/frames";
import { proseRules } from "@/lib/text/safety/skill/prose/rules";
import { settingMarks, statementMarks } from "@/lib/text/safety/skill/settings-rules";
import { decoders, uploads } from "@/lib/text/safety/skill/shell/command-names";
import { commandRules } from "@/lib/text/safety/skill/shell/command-rules";
import { serverRules } from "@/lib/text/safety/skill/shell/server-rules";
import { sourceRows, wordSources } from "@/lib/text/safety/skill/shell/sources";

type Row = { row: string } | { name: string };

const tables: Readonly<Record<string, readonly Row[]>> = {
  proseRules,
  proseFrames,
  commandRules,
  serverRules,
  sourceRows,
  wordSources,
  uploads,
  decoders,
  codeMarks,
  programMarks,
  sourceCalls,
  sendCalls,
  runCalls,
  settingMarks,
  statementMarks,
  textMarks,
};

const nameOf = (row: Row) => ("row" in row ? row.row : row.name);
const rowsThatHold = (text: string) => judgeText(text, false).filter((found) => !found.notice);

for (const [table, rows] of Object.entries(tables)) {
  test(`without any one row of ${table} a harmful text is missed`, () => {
    const useless: string[] = [];
    for (const row of [...rows]) {
      const name = nameOf(row);
      const own = rowSamples[table]?.[name];
      const texts = own === undefined ? (otherSamples().get(name) ?? []) : [own];
      if (!texts.some((text) => rowsThatHold(text).length > 0 && isMissedWithout(rows, row, text))) useless.push(name);
    }
    expect(useless, "rows without a text that only they catch").toEqual([]);
  });
}

let known: Map<string, string[]> | undefined;

/** Texts of the other samples by the one row that holds them. */
function otherSamples(): Map<string, string[]> {
  if (known) return known;
  const byRow = new Map<string, string[]>();
  known = byRow;
  const texts = [
    ...readSamples({ half: "tune", side: "harmful" }).map(({ markdown }) => markdown),
    ...Object.values(maliciousSkills),
    ...Object.values(harmfulCode).flat(),
    ...Object.values(excuses).flatMap(({ attacks }) => attacks),
  ];
  for (const text of texts) {
    const names = new Set(rowsThatHold(text).map(({ row }) => row.replace(/^\w+: /, "")));
    const [only] = names;
    if (names.size === 1 && only !== undefined) byRow.set(only, [...(byRow.get(only) ?? []), text]);
  }
  return byRow;
}

/** Removes the row from its table for one judgement. */
function isMissedWithout(rows: readonly Row[], row: Row, text: string): boolean {
  const table = rows as Row[];
  const at = table.indexOf(row);
  table.splice(at, 1);
  try {
    return rowsThatHold(text).length === 0;
  } finally {
    table.splice(at, 0, row);
  }
}

test("no row of these tables is lost: each has as many as are named here", () => {
  const counts = Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]));
  expect(counts).toEqual({
    proseRules: 70,
    proseFrames: 44,
    commandRules: 47,
    serverRules: 23,
    sourceRows: 14,
    wordSources: 6,
    uploads: 10,
    decoders: 12,
    codeMarks: 8,
    programMarks: 21,
    sourceCalls: 8,
    sendCalls: 11,
    runCalls: 3,
    settingMarks: 23,
    statementMarks: 7,
    textMarks: 1,
  });
});
