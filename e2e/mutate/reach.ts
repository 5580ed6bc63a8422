import { readFileSync } from "node:fs";
import { bundle } from "@/e2e/mutate/bundle";
import { type FunctionBody, type Mutant, mutantsOf } from "@/e2e/mutate/make-mutants";
import { onAll, type TestThread } from "@/e2e/mutate/test-thread";

export type Case = { id: string; file: string; ms: number };
export type Reach = {
  /**
   * Tests that run the mutated place. For code that runs when a file loads: tests that run a function of the file, then
   * all tests that load it.
   */
  testsFor(mutant: Mutant): Case[];
  tests: number;
  ms: number;
};

const FILE_LIMIT_MS = 300_000;

/**
 * Runs every test file once, unchanged except for marks in the mutated places, and records which test reached which
 * mark.
 */
export async function findReach(
  testFiles: readonly string[],
  loaded: ReadonlyMap<string, ReadonlySet<string>>,
  mutants: readonly Mutant[],
  seed: number,
  threads: readonly TestThread[],
): Promise<Reach> {
  const cases = new Map<string, Case>();
  const byMark = new Map<number, Set<string>>();
  const modules = [...new Set(mutants.map(({ file }) => file))];
  const marked = new Map(modules.map((file, order) => [file, withMarks(file, mutants.length + order, mutants)]));
  await onAll(threads, testFiles, async (file, thread) => {
    const answer = await thread.run(
      { code: await bundle([file], marked), only: null, bail: false, seed, marks: mutants.length + modules.length },
      FILE_LIMIT_MS,
    );
    if (typeof answer === "string") throw new Error(`${file}: ${answer} without any change`);
    const failed = answer.results.find(({ error }) => error !== null);
    if (failed) throw new Error(`${failed.id || file} fails without any change: ${failed.error?.slice(0, 500)}`);
    // The process counts the CPU time of all threads.
    for (const { id, ms } of answer.results) cases.set(id, { id, file, ms: ms / threads.length });
    for (const [id, marks] of answer.reached) {
      if (id === "") continue;
      for (const mark of marks) byMark.set(mark, (byMark.get(mark) ?? new Set()).add(id));
    }
  });
  const places = new Map(mutants.map((mutant, mark) => [mutant, mark]));
  const inOrder = (ids: Iterable<string>, mutated: string) =>
    ordered(
      [...ids].flatMap((id) => cases.get(id) ?? []),
      mutated,
    );
  return {
    tests: cases.size,
    ms: [...cases.values()].reduce((sum, { ms }) => sum + ms, 0),
    testsFor(mutant) {
      const direct = byMark.get(places.get(mutant) ?? Number.NaN);
      if (direct) return inOrder(direct, mutant.file);
      const near = byMark.get(mutants.length + modules.indexOf(mutant.file)) ?? new Set<string>();
      const loading = new Set(testFiles.filter((file) => loaded.get(file)?.has(mutant.file)));
      const others = [...cases.values()].filter(({ id, file }) => loading.has(file) && !near.has(id));
      return [...inOrder(near, mutant.file), ...ordered(others, mutant.file)];
    },
  };
}

/**
 * Test files nearest to the mutated file first, of these the ones with fast tests; within a file, tests keep their
 * order.
 */
function ordered(cases: Case[], mutated: string): Case[] {
  const spent = new Map<string, { ms: number; tests: number }>();
  for (const { file, ms } of cases) {
    const before = spent.get(file) ?? { ms: 0, tests: 0 };
    spent.set(file, { ms: before.ms + ms, tests: before.tests + 1 });
  }
  const speed = ({ file }: Case) => {
    const { ms = 0, tests = 1 } = spent.get(file) ?? {};
    return ms / tests;
  };
  return cases.sort(
    (a, b) =>
      sharedFolders(b.file, mutated) - sharedFolders(a.file, mutated) ||
      speed(a) - speed(b) ||
      a.file.localeCompare(b.file),
  );
}

function sharedFolders(a: string, b: string): number {
  const other = b.split("/");
  return a.split("/").findIndex((part, at) => part !== other[at]);
}

function withMarks(file: string, fileMark: number, mutants: readonly Mutant[]): string {
  const source = readFileSync(file, "utf8");
  const begins: Array<[at: number, text: string, width: number]> = [];
  const wrap = (mark: number, { start, end }: { start: number; end: number }, isStatement: boolean) => {
    const width = end - start;
    begins.push([start, isStatement ? `{mutantMarks[${mark}]=1;` : `(mutantMarks[${mark}]=1,(`, -width]);
    begins.push([end, isStatement ? "}" : "))", width]);
  };
  mutants.forEach((mutant, mark) => {
    if (mutant.file === file) wrap(mark, mutant.mark, mutant.mark.isStatement);
  });
  for (const body of mutantsOf(file, source).bodies) markBody(body);
  function markBody({ start, end, isExpression }: FunctionBody): void {
    if (isExpression) wrap(fileMark, { start, end }, false);
    else begins.push([start + 1, `mutantMarks[${fileMark}]=1;`, 0]);
  }
  return insert(source, begins);
}

/** At one position, closing texts come first, shortest first, then opening texts, longest first. */
function insert(source: string, given: Array<[at: number, text: string, width: number]>): string {
  const isEnd = (width: number) => (width > 0 ? 0 : 1);
  const sorted = given.toSorted(([a, , x], [b, , y]) => a - b || isEnd(x) - isEnd(y) || x - y);
  let out = "";
  let from = 0;
  for (const [at, text] of sorted) {
    out += source.slice(from, at) + text;
    from = at;
  }
  return out + source.slice(from);
}
