import type { Mutant } from "@/e2e/mutate/make-mutants";

/** A change that no test can notice, because nothing anybody can observe is different. */
export type Equal = { file: string; within: string; before: string; after: string; why: string };

const equals: readonly Equal[] = [];

const matches = (row: Equal, mutant: Mutant) =>
  row.file === mutant.file &&
  row.within === mutant.within &&
  row.before === mutant.before &&
  row.after === mutant.after;

export function isEqual(mutant: Mutant): boolean {
  return equals.some((row) => matches(row, mutant));
}

/** Rows of these files that no mutant fits any more. */
export function staleRows(files: readonly string[], mutants: readonly Mutant[]): Equal[] {
  return equals.filter((row) => files.includes(row.file) && !mutants.some((mutant) => matches(row, mutant)));
}
