import { codeMarks } from "@/lib/text/safety/skill/code/calls";
import { programMarks } from "@/lib/text/safety/skill/code/program-marks";

/** A mark of a program that is dangerous by itself, with its offset in the program. */
export type MarkHit = { row: string; rule: string; at: number };

/** Number of programs in the cache: a block is judged alone and with the blocks before it. */
const REMEMBERED = 6;

/** Finds marks in programs and caches the last few programs. */
export class MarkReader {
  private readonly recent = new Map<string, readonly MarkHit[]>();

  /** The marks of a program, in table order. */
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
