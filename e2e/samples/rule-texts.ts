import { readFileSync } from "node:fs";
import path from "node:path";
import * as calls from "@/lib/text/safety/skill/code/calls";
import { programMarks } from "@/lib/text/safety/skill/code/program-marks";
import { labelRules } from "@/lib/text/safety/skill/rules-label";
import { settingMarks, statementMarks } from "@/lib/text/safety/skill/settings-rules";
import { decoders, uploads } from "@/lib/text/safety/skill/shell/command-names";
import type { CommandRule } from "@/lib/text/safety/skill/shell/command-rule";
import { commandRules } from "@/lib/text/safety/skill/shell/command-rules";
import { serverRules } from "@/lib/text/safety/skill/shell/server-rules";
import { sourceRows, wordSources } from "@/lib/text/safety/skill/shell/sources";

/** One row: every pattern of `all` must occur, and `not` must not. */
type Row = { row: string; all: readonly RegExp[]; not?: RegExp | undefined };

const named = (name: string, pattern: RegExp): Row => ({ row: name, all: [pattern] });

function ofCommands(rules: readonly CommandRule[]): Row[] {
  return rules.flatMap(({ row, words, not, firm }) => [
    { row, all: words, not },
    ...(firm ? [named(`${row} (firm)`, firm)] : []),
  ]);
}

/** The patterns of the rule tables by table. The commands' names are left out: the patterns see their arguments. */
export const rowsOfTables: Readonly<Record<string, readonly Row[]>> = {
  sourceCalls: calls.sourceCalls.map(({ row, call, not }) => ({ row, all: [call], not })),
  sendCalls: calls.sendCalls.map(({ row, call }) => named(row, call)),
  runCalls: calls.runCalls.map(({ row, call }) => named(row, call)),
  otherCalls: [
    named("read", calls.readCalls),
    named("request", calls.requestNames),
    named("runs a request", calls.requestRunners),
    named("delete", calls.deleteCalls),
    named("write", calls.writeCalls),
  ],
  codeMarks: calls.codeMarks,
  programMarks,
  settingMarks,
  statementMarks: statementMarks.map(({ row, pattern }) => named(row, pattern)),
  labelRules: labelRules.map(({ id, pattern }) => named(id, pattern)),
  commandRules: ofCommands(commandRules),
  serverRules: ofCommands(serverRules),
  sourceRows: sourceRows.map(({ row, words, not }) => ({ row, all: [words], not })),
  wordSources: wordSources.map(({ row, pattern }) => named(row, pattern)),
  uploads: uploads.map(({ name, words }) => named(name, words)),
  decoders: decoders.map(({ name, words }) => named(name, words)),
};

/** By table, short texts with the rows that match them; the first column of the file is the sample. */
export function recordedRuleTexts(): Record<string, Record<string, string>> {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, "rule-texts.json"), "utf8"));
}

/** The rows of a table that match each text now. */
export function rowsThatMatch(table: string, texts: readonly string[]): Record<string, string> {
  const matched = texts.map((text) => {
    const rows = (rowsOfTables[table] ?? []).filter(
      ({ all, not }) => all.every((pattern) => pattern.test(text)) && !not?.test(text),
    );
    return [text, rows.map(({ row }) => row).join("; ")] as const;
  });
  return Object.fromEntries(matched);
}
