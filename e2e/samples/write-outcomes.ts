import { writeFileSync } from "node:fs";
import path from "node:path";
import { lineJudgements, lineSubjects } from "@/e2e/samples/line-outcomes";
import {
  corpusGroups,
  corpusJudgements,
  insideWords,
  judgements,
  markdownJudgements,
  redactions,
  secretWords,
  skillGroups,
  valueJudgements,
} from "@/e2e/samples/outcomes";
import { recordedRuleTexts, rowsThatMatch } from "@/e2e/samples/rule-texts";

/** Regenerates the expected outcome of every sample. The diff shows the effect of a rule change. */
const groups: Record<string, Record<string, string>> = {};
for (const group of Object.keys(skillGroups)) groups[group] = await judgements(group);
const corpus: Record<string, Record<string, string>> = {};
for (const group of Object.keys(corpusGroups)) corpus[group] = await corpusJudgements(group);
for (const [name, value] of Object.entries({
  "redacted.json": redactions(),
  "rule-kinds.json": secretWords(),
  "judgements.json": groups,
  "corpus-judgements.json": corpus,
  "inside-words.json": insideWords(),
  "value-judgements.json": valueJudgements(),
  "line-judgements.json": Object.fromEntries(lineSubjects.map((subject) => [subject, lineJudgements(subject)])),
  "rule-texts.json": Object.fromEntries(
    Object.entries(recordedRuleTexts()).map(([table, texts]) => [table, rowsThatMatch(table, Object.keys(texts))]),
  ),
  "markdown-judgements.json": await markdownJudgements(),
}))
  writeFileSync(path.join(import.meta.dirname, name), `${JSON.stringify(value, null, 2)}\n`);
