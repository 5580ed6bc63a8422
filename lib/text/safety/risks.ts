import { judgeText } from "@/lib/text/safety/skill/judge-text";

/** A capability that a text gives to an agent: the rule and the line, from 1. */
export type Risk = { rule: string; line: number };

/** The risks of a public text, in the order of its lines. Pure; its work grows linearly with the text. */
export function risksOf(text: string): Risk[] {
  const risks = judgeText(text, false)
    .filter((found) => !found.notice)
    .map(({ rule, line }) => ({ rule, line }));
  return risks.sort((a, b) => a.line - b.line);
}
