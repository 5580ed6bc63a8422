import { writeFileSync } from "node:fs";
import path from "node:path";
import {
  corpusGroups,
  corpusJudgements,
  insideWords,
  judgements,
  lineJudgements,
  markdownJudgements,
  redactions,
  secretWords,
  skillGroups,
  valueJudgements,
} from "@/e2e/samples/outcomes";

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
  "line-judgements.json": lineJudgements(),
  "markdown-judgements.json": await markdownJudgements(),
}))
  writeFileSync(path.join(import.meta.dirname, name), `${JSON.stringify(value, null, 2)}\n`);
