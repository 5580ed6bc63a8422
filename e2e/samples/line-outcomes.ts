import { readFileSync } from "node:fs";
import path from "node:path";
import { judgeText } from "@/lib/text/safety/skill/judge-text";

/**
 * Recorded judgements of shell commands by subject. The names of the members are the commands as people write them: one
 * for each program, option and place that the rules name.
 */
export function recordedLines(): Record<string, Record<string, string>> {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, "line-judgements.json"), "utf8"));
}

/** Many rules count only beside prose that conceals something. */
const CONCEALED = "\n\nIt stays under the radar.";

/** For each command, the rows that hit now; in brackets those that hit only beside concealing prose. */
export function lineJudgements(lines: readonly string[]): Record<string, string> {
  const judged = lines.map((line) => {
    const fence = `\`\`\`sh\n${line}\n\`\`\``;
    const open = rowsOf(fence);
    const concealed = rowsOf(fence + CONCEALED).filter((row) => !open.includes(row));
    return [line, [...open, ...concealed.map((row) => `(${row})`)].join(", ")] as const;
  });
  return Object.fromEntries(judged);
}

const rowsOf = (text: string) => judgeText(text, false).map(({ row }) => row);
