import path from "node:path";
import type { Equal } from "@/e2e/mutate/equal";
import type { Mutant } from "@/e2e/mutate/make-mutants";

/** `by` is the test that failed; null if none did. */
export type Verdict = { mutant: Mutant; by: string | null; tests: number };

/** Prints killed and survived mutants per folder and every survivor; returns the killed share of the sample. */
export function printReport(given: readonly Verdict[], stale: readonly Equal[]): number {
  const verdicts = given.toSorted(({ mutant: a }, { mutant: b }) => a.file.localeCompare(b.file) || a.start - b.start);
  const sample = verdicts.filter(({ mutant }) => mutant.table === undefined);
  const rows = verdicts.filter(({ mutant }) => mutant.table !== undefined);
  console.log("\nkilled  survived  folder");
  for (const [folder, group] of grouped(sample)) printCounts(folder, group);
  printCounts("all sampled mutants", sample);
  if (rows.length > 0) printCounts("table rows", rows);

  for (const [title, group] of [
    ["table rows that nobody misses", rows],
    ["survivors", sample],
  ] as const) {
    const survived = group.filter(({ by }) => by === null);
    if (survived.length > 0) console.log(`\n${title}:`);
    for (const { mutant, tests } of survived)
      console.log(`  ${describe(mutant)}${tests === 0 ? "  (no test runs it)" : ""}`);
  }
  if (stale.length > 0) console.log("\nrows of the list of equal mutants that fit no mutant any more:");
  for (const { file, within, before, after } of stale) console.log(`  ${file} ${within}: ${before} -> ${after}`);
  return sample.length === 0 ? 1 : sample.filter(({ by }) => by !== null).length / sample.length;
}

function printCounts(name: string, group: readonly Verdict[]): void {
  const killed = group.filter(({ by }) => by !== null).length;
  const share = group.length === 0 ? 100 : (100 * killed) / group.length;
  console.log(
    `${String(killed).padStart(6)}  ${String(group.length - killed).padStart(8)}  ${name} (${share.toFixed(1)} %)`,
  );
}

function grouped(verdicts: readonly Verdict[]): Map<string, Verdict[]> {
  const groups = new Map<string, Verdict[]>();
  for (const verdict of verdicts) {
    const folder = path.dirname(verdict.mutant.file);
    groups.set(folder, [...(groups.get(folder) ?? []), verdict]);
  }
  return groups;
}

const AROUND = 24;
const SHOWN_MAX = 110;

/** A mutant in one line: file, line, enclosing name, before -> after; of long texts only the part that differs. */
export function describe({ file, line, within, before, after }: Mutant): string {
  const isLong = Math.max(before.length, after.length) > SHOWN_MAX;
  const start = sameStart(before, after);
  const end = sameStart(backwards(before.slice(start)), backwards(after.slice(start)));
  const first = isLong ? Math.max(0, start - AROUND) : 0;
  const last = isLong ? Math.max(0, end - AROUND) : 0;
  const shown = (text: string) => {
    const part = text.slice(first, text.length - last).replace(/\s+/g, " ");
    const short = part.length > SHOWN_MAX + 2 * AROUND ? `${part.slice(0, SHOWN_MAX)}…` : part;
    return `${first > 0 ? "…" : ""}${short}${last > 0 ? "…" : ""}`;
  };
  return `${file}:${line} ${within}: ${shown(before)} -> ${after === "" ? "(nothing)" : shown(after)}`;
}

const backwards = (text: string) => [...text].reverse().join("");

function sameStart(a: string, b: string): number {
  let at = 0;
  while (at < Math.min(a.length, b.length) && a.charAt(at) === b.charAt(at)) at += 1;
  return at;
}
