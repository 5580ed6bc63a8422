import { codeMarks } from "@/lib/text/safety/skill/code/calls";
import { programMarks } from "@/lib/text/safety/skill/code/program-marks";

/** A mark of a program that is dangerous by itself, at an offset of the program. */
export type MarkHit = { row: string; rule: string; at: number };

/** Programs whose marks are remembered: a block is asked for alone and with the blocks before it. */
const REMEMBERED = 6;

/** Looks for marks in programs, and remembers those of the last few. */
export class MarkReader {
  private readonly recent = new Map<string, readonly MarkHit[]>();

  /** The marks of a program, in the order of the tables. */
  marksIn(source: string): readonly MarkHit[] {
    const known = this.recent.get(source);
    if (known !== undefined) return known;
    const hits = [...hitsOf(codeMarks, source), ...hitsOf(programMarks, source)];
    const [oldest] = this.recent.keys();
    if (this.recent.size >= REMEMBERED && oldest !== undefined) this.recent.delete(oldest);
    this.recent.set(source, hits);
    return hits;
  }
}

function hitsOf(marks: typeof codeMarks, source: string): MarkHit[] {
  const hits: MarkHit[] = [];
  for (const { row, rule, all, not } of marks) {
    const [first] = all;
    if (first && isIn(all, source) && !not?.test(source))
      hits.push({ row: `code: ${row}`, rule, at: Math.max(0, source.search(first)) });
  }
  return hits;
}

function isIn(patterns: readonly RegExp[], source: string): boolean {
  for (const pattern of patterns) if (!pattern.test(source)) return false;
  return true;
}
