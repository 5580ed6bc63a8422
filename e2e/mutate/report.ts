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

/** A mutant in one line: file, line, enclosing name, before -> after. */
export function describe({ file, line, within, before, after }: Mutant): string {
  return `${file}:${line} ${within}: ${shown(before)} -> ${after === "" ? "(nothing)" : shown(after)}`;
}

function shown(text: string): string {
  const oneLine = text.replace(/\s+/g, " ");
  return oneLine.length > 110 ? `${oneLine.slice(0, 107)}...` : oneLine;
}
