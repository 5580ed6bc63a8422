import { writeFileSync } from "node:fs";
import path from "node:path";
import { lineJudgements, recordedLines } from "@/e2e/samples/line-outcomes";
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
import { readingsOf, recordedReadings } from "@/e2e/samples/readers";
import { recordedRuleTexts, rowsThatMatch } from "@/e2e/samples/rule-texts";

/** Regenerates the expected outcome of every sample. The diff shows the effect of a rule change. */
const groups: Record<string, Record<string, string>> = {};
for (const group of Object.keys(skillGroups)) groups[group] = await judgements(group);
const corpus: Record<string, Record<string, string>> = {};
for (const group of Object.keys(corpusGroups)) corpus[group] = await corpusJudgements(group);
/** Of these files the names of the members are the samples: a new sample is a new member with any value. */
const renewed = (
  recorded: Record<string, Record<string, string>>,
  judge: (group: string, samples: string[]) => Record<string, string>,
) => Object.fromEntries(Object.entries(recorded).map(([group, held]) => [group, judge(group, Object.keys(held))]));

for (const [name, value] of Object.entries({
  "redacted.json": redactions(),
  "rule-kinds.json": secretWords(),
  "judgements.json": groups,
  "corpus-judgements.json": corpus,
  "inside-words.json": insideWords(),
  "value-judgements.json": valueJudgements(),
  "line-judgements.json": renewed(recordedLines(), (_, lines) => lineJudgements(lines)),
  "readings.json": renewed(recordedReadings(), readingsOf),
  "rule-texts.json": renewed(recordedRuleTexts(), rowsThatMatch),
  "markdown-judgements.json": await markdownJudgements(),
}))
  writeFileSync(path.join(import.meta.dirname, name), `${JSON.stringify(value, null, 2)}\n`);
