import { writeFileSync } from "node:fs";
import path from "node:path";
import { insideWords, redactions, secretWords, valueJudgements } from "@/e2e/samples/outcomes";

/** Regenerates the expected outcome of every sample of a secret. The diff shows the effect of a rule change. */
for (const [name, value] of Object.entries({
  "redacted.json": redactions(),
  "rule-kinds.json": secretWords(),
  "inside-words.json": insideWords(),
  "value-judgements.json": valueJudgements(),
}))
  writeFileSync(path.join(import.meta.dirname, name), `${JSON.stringify(value, null, 2)}\n`);
