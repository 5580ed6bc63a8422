import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { bundle, loadedBy } from "@/e2e/mutate/bundle";
import { coreModules, TABLES, unitTests } from "@/e2e/mutate/core";
import { isEqual, staleRows } from "@/e2e/mutate/equal";
import { type Mutant, mutantsOf } from "@/e2e/mutate/make-mutants";
import { type Case, findReach } from "@/e2e/mutate/reach";
import { describe, printReport, type Verdict } from "@/e2e/mutate/report";
import { onAll, TestThread } from "@/e2e/mutate/test-thread";
import { chance } from "@/e2e/samples/chance";

/** CPU milliseconds for the tests of one mutant, in addition to twice their duration without it. */
const LIMIT_MS = 3_000;
/** No further tests start after this many milliseconds: a mutant in code that everything loads would run them all. */
const TESTS_MS_MAX = 5_000;
/** The same for a table row, whose removal must be detected. */
const ROW_TESTS_MS_MAX = 60_000;

/** As many mutants are tried at once. */
const THREADS = 2;

/** The number of tests of a folder that run alone before the others are bundled. */
const KILLERS_MAX = 6;

const { values: given } = parseArgs({
  options: {
    module: { type: "string", multiple: true },
    sample: { type: "string" },
    seed: { type: "string" },
    least: { type: "string" },
  },
});
const seed = Number(given.seed ?? randomInt(2 ** 31));
const size = Number(given.sample ?? 300);
const least = Number(given.least ?? 0);
if (![seed, size, least].every(Number.isFinite)) throw new Error("--seed, --sample and --least are numbers");

const modules = given.module ?? coreModules();
const all = modules.flatMap((file) => mutantsOf(file, readFileSync(file, "utf8"), TABLES[file]).mutants);
const stale = staleRows(modules, all);
const rows = all.filter(({ table }) => table !== undefined);
const others = all.filter((mutant) => mutant.table === undefined && !isEqual(mutant));
const mutants = [...sampleOf(others, size), ...rows];
console.log(
  `mutate: seed ${seed}, ${mutants.length - rows.length} of ${others.length} mutants, ${rows.length} table rows`,
);

const threads = Array.from({ length: THREADS }, () => new TestThread());
const testFiles = unitTests();
const loaded = await loadedBy(testFiles);
const concerned = testFiles.filter((file) => modules.some((module) => loaded.get(file)?.has(module)));
const reach = await findReach(concerned, loaded, mutants, seed, threads);
console.log(`${reach.tests} tests of ${concerned.length} files pass unchanged in ${(reach.ms / 1_000).toFixed(0)} s`);

const begun = performance.now();
const verdicts: Verdict[] = [];
/** Tests that recently killed mutants, by folder. */
const killers = new Map<string, string[]>();
let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    isStopped = true;
  });
await onAll(threads, mutants, async (mutant, thread) => {
  // Report the mutants tried so far: the sample is in the order of drawing.
  if (isStopped) return;
  const verdict = await judge(mutant, thread);
  verdicts.push(verdict);
  if (verdict.by === null) console.log(`  survives: ${describe(mutant)}`);
  if (verdicts.length % 25 === 0 || verdicts.length === mutants.length) {
    const killed = verdicts.filter(({ by }) => by !== null).length;
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
    console.log(`  ${verdicts.length} of ${mutants.length} tried, ${killed} killed, ${seconds} s`);
  }
});
await Promise.all(threads.map((thread) => thread.end()));
const share = printReport(verdicts, stale);
const lostRows = verdicts.filter(({ mutant, by }) => mutant.table !== undefined && by === null);
process.exitCode = lostRows.length > 0 || stale.length > 0 || share * 100 < least ? 1 : 0;

/**
 * The killer of a mutant: the first test that fails, or the limit. Tests that killed a mutant of its folder before run
 * first.
 */
async function judge(mutant: Mutant, thread: TestThread): Promise<Verdict> {
  const reaching = reach.testsFor(mutant);
  const known = killers.get(path.dirname(mutant.file)) ?? [];
  const first = reaching.filter(({ id }) => known.includes(id));
  const others = reaching.filter(({ id }) => !known.includes(id));
  const second = within(others, mutant.table ? ROW_TESTS_MS_MAX : TESTS_MS_MAX);
  for (const part of [first, second]) {
    const by = part.length === 0 ? null : await killerOf(mutant, part, thread);
    if (by === null) continue;
    killers.set(path.dirname(mutant.file), [by, ...known.filter((id) => id !== by)].slice(0, KILLERS_MAX));
    return { mutant, by, tests: first.length + second.length };
  }
  return { mutant, by: null, tests: first.length + second.length };
}

async function killerOf(mutant: Mutant, cases: readonly Case[], thread: TestThread): Promise<string | null> {
  const source = readFileSync(mutant.file, "utf8");
  const changed = source.slice(0, mutant.start) + mutant.after + source.slice(mutant.end);
  const files = [...new Set(cases.map(({ file }) => file))];
  const code = await bundle(files, new Map([[mutant.file, changed]])).catch(() => null);
  if (code === null) return "it cannot be built";
  const limit = THREADS * (LIMIT_MS + 2 * cases.reduce((sum, { ms }) => sum + ms, 0));
  const answer = await thread.run({ code, only: cases.map(({ id }) => id), bail: true, seed }, limit);
  if (answer === "limit") return `the limit of ${Math.round(limit / 1_000)} s`;
  if (answer === "broken") return "an error outside of the tests";
  const failed = answer.results.find(({ error }) => error !== null);
  return failed ? failed.id || "its file cannot be loaded" : null;
}

function within(cases: readonly Case[], msMax: number): Case[] {
  let spent = 0;
  return cases.filter(({ ms }) => {
    if (spent + ms > msMax) return false;
    spent += ms;
    return true;
  });
}

/** Takes one mutant of each module in turn, drawn at random, so that large modules do not crowd out small ones. */
function sampleOf(from: readonly Mutant[], count: number): Mutant[] {
  const roll = chance(seed);
  const left = modules.map((file) => from.filter((mutant) => mutant.file === file));
  const taken: Mutant[] = [];
  while (taken.length < count && left.some((some) => some.length > 0)) {
    for (const some of left) {
      if (taken.length < count && some.length > 0) taken.push(...some.splice(roll.number(some.length), 1));
    }
  }
  return taken;
}
