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
    file: "lib/platform/ids.ts",
    within: "takeRandom",
    before: "pool.length < bytes",
    after: "pool.length <= bytes",
    why: "a pool of exactly one id is used or filled again, and both are random",
  },
  {
    file: "lib/domain/outcomes/score.ts",
    within: "regularizedBeta",
    before: "Math.abs(step - 1) < 1e-12",
    after: "Math.abs(step - 1) <= 1e-12",
    why: "a step is exactly at this bound for no number that occurs",
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

/** Changes of one kind that are not counted, by the start of the file. */
const kinds: ReadonlyArray<{ files: string; isKind: (mutant: Mutant) => boolean; why: string }> = [
  {
    files: "lib/text/safety/skill/",
    isKind: lowersReach,
    why: "the bounds keep the search linear; sentences and commands are far shorter, so one character more or less is no matter",
  },
];

/** Whether the upper bound of a repetition is one lower: `.{0,80}` becomes `.{0,79}`. */
function lowersReach({ before, after }: Mutant): boolean {
  let at = 0;
  while (at < before.length && before.charAt(at) === after.charAt(at)) at += 1;
  const bound = /\{\d+,\d*$/.exec(before.slice(0, at))?.index ?? -1;
  const upper = (text: string) => Number(/^\{\d+,(\d+)\}/.exec(text.slice(bound))?.[1]);
  return before.startsWith("/") && bound > 0 && upper(before) === upper(after) + 1;
}

const matches = (row: Equal, mutant: Mutant) =>
  row.file === mutant.file &&
  row.within === mutant.within &&
  row.before === mutant.before &&
  row.after === mutant.after;

export function isEqual(mutant: Mutant): boolean {
  return (
    equals.some((row) => matches(row, mutant)) ||
    kinds.some(({ files, isKind }) => mutant.file.startsWith(files) && isKind(mutant))
  );
}

/** Entries for these files that match no mutant any more. */
export function staleRows(files: readonly string[], mutants: readonly Mutant[]): Equal[] {
  return equals.filter((row) => files.includes(row.file) && !mutants.some((mutant) => matches(row, mutant)));
}
