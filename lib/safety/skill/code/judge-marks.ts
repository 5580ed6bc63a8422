import { codeMarks } from "@/lib/safety/skill/code/calls";
import { programMarks } from "@/lib/safety/skill/code/program-marks";
import type { Found } from "@/lib/safety/skill/found";

/** Looks for the marks of programs that are dangerous by themselves. */
export function judgeMarks(source: string, report: (found: Omit<Found, "what">) => void, base: number): void {
  for (const mark of [...codeMarks, ...programMarks]) {
    const [first] = mark.all;
    if (!first || mark.not?.test(source) || !mark.all.every((pattern) => pattern.test(source))) continue;
    report({
      row: `code: ${mark.row}`,
      rule: mark.rule,
      at: base + Math.max(0, source.search(first)),
    });
  }
}
