import type { Mutant } from "@/e2e/mutate/make-mutants";

/** An equivalent mutant: no test can detect it, because it changes no observable behaviour. */
export type Equal = { file: string; within: string; before: string; after: string; why: string };

const equals: readonly Equal[] = [
  {
    file: "lib/platform/cursor.ts",
    within: "filter",
    before: "a < b",
    after: "a <= b",
    why: "the names of an object's members differ",
  },
  {
    file: "lib/server/http/idempotency-key.ts",
    within: "sortedKeys",
    before: "a < b",
    after: "a <= b",
    why: "the names of an object's members differ",
  },
  {
    file: "lib/platform/ids.ts",
    within: "RANDOM_BYTES",
    before: "10",
    after: "11",
    why: "what is copied ends where the id ends",
  },
  {
    file: "lib/platform/ids.ts",
    within: "pool",
    before: "0",
    after: "1",
    why: "a pool of fewer bytes than an id takes is filled before it is used",
  },
  {
    file: "lib/text/safety/skill/has-front-matter.ts",
    within: "hasFrontMatter",
    before: "end > 0",
    after: "end >= 0",
    why: "a block that ends at once has no first line before its end",
  },
  {
    file: "lib/search/rank/fitting-version.ts",
    within: "selectedFirst",
    before: "versions.filter(({ row }) => !row.is_selected)",
    after: "versions",
    why: "the first that fits is taken, and the selected ones stand before in any case",
  },
  {
    file: "lib/search/rank/match-word.ts",
    within: "matchWord",
    before: "best.fields = 0;",
    after: ";",
    why: "the fields are read only after a gain, which sets them",
  },
  {
    file: "lib/search/rank/order-hits.ts",
    within: "VERDICT_ORDER",
    before: '"compatible", ',
    after: "",
    why: "what is not in the list counts as before its first",
  },
];

const matches = (row: Equal, mutant: Mutant) =>
  row.file === mutant.file &&
  row.within === mutant.within &&
  row.before === mutant.before &&
  row.after === mutant.after;

export function isEqual(mutant: Mutant): boolean {
  return equals.some((row) => matches(row, mutant));
}

/** Entries for these files that match no mutant any more. */
export function staleRows(files: readonly string[], mutants: readonly Mutant[]): Equal[] {
  return equals.filter((row) => files.includes(row.file) && !mutants.some((mutant) => matches(row, mutant)));
}
