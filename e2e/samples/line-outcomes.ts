import { readFileSync } from "node:fs";
import path from "node:path";
import { commandDeeds } from "@/e2e/samples/command-deeds";
import { commandLines } from "@/e2e/samples/command-lines";
import { judgeText } from "@/lib/text/safety/skill/judge-text";

/** Short code by subject, with the language of its fence. */
const subjects: Readonly<Record<string, { language: string; lines: readonly string[] }>> = {
  ...inLanguage("sh", commandLines),
  ...inLanguage("sh", commandDeeds),
};

function inLanguage(language: string, lists: Readonly<Record<string, readonly string[]>>) {
  return Object.fromEntries(Object.entries(lists).map(([subject, lines]) => [subject, { language, lines }]));
}

export const lineSubjects: readonly string[] = Object.keys(subjects);

/** Many rules count only beside prose that conceals something. */
const CONCEALED = "\n\nIt stays under the radar.";

/** For each short code of a subject, the rows that hit; in brackets those that hit only beside concealing prose. */
export function lineJudgements(subject: string): Record<string, string> {
  const { language = "", lines = [] } = subjects[subject] ?? {};
  const judged = lines.map((line) => {
    const fence = `\`\`\`${language}\n${line}\n\`\`\``;
    const open = rowsOf(fence);
    const concealed = rowsOf(fence + CONCEALED).filter((row) => !open.includes(row));
    return [line, [...open, ...concealed.map((row) => `(${row})`)].join(", ")] as const;
  });
  return Object.fromEntries(judged);
}

const rowsOf = (text: string) => judgeText(text, false).map(({ row }) => row);

/** The recorded judgements by subject. */
export function recordedLines(): Record<string, Record<string, string>> {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, "line-judgements.json"), "utf8"));
}
