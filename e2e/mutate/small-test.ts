import { createRequire } from "node:module";

// The real `expect`: only the test runner is replaced. The thread loads it once for all mutants.
const { expect } = createRequire(`${process.cwd()}/`)("@playwright/test");

type Body = () => unknown;
type Hooks = { before: Body[]; after: Body[] };
type Case = { id: string; hooks: Hooks; run: Body };
export type CaseResult = { id: string; ms: number; error: string | null };

const cases: Case[] = [];
const groups: string[] = [];
let hooks: Hooks = { before: [], after: [] };
const SKIPPED = Symbol("skipped");

/** Tests defined from here on belong to this file. */
export function beginFile(file: string): void {
  groups.splice(0, groups.length, file);
  hooks = { before: [], after: [] };
}

/** The part of Playwright's `test` that unit tests use. */
const test = Object.assign(
  (title: string, run: Body) => {
    cases.push({ id: [...groups, title].join(" > "), hooks, run });
  },
  {
    describe: (title: string, define: Body) => {
      groups.push(title);
      define();
      groups.pop();
    },
    beforeEach: (run: Body) => hooks.before.push(run),
    afterEach: (run: Body) => hooks.after.push(run),
    setTimeout: () => {},
    skip: (condition: boolean) => {
      if (condition) throw SKIPPED;
    },
  },
);

/** Runs the named tests, or all, sequentially, and stops at the first failure if `bail` is set. */
export async function runCases(
  only: readonly string[] | null,
  bail: boolean,
  starts: (id: string) => void,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const wanted = only && new Set(only);
  for (const { id, hooks: around, run } of cases) {
    if (wanted && !wanted.has(id)) continue;
    starts(id);
    // CPU time, because elapsed time is unreliable on a busy machine.
    const begun = process.cpuUsage();
    const error = await failureOf(around, run);
    const { user, system } = process.cpuUsage(begun);
    results.push({ id, ms: (user + system) / 1_000, error });
    if (error !== null && bail) break;
  }
  return results;
}

async function failureOf({ before, after }: Hooks, run: Body): Promise<string | null> {
  let failed: string | null = null;
  try {
    for (const hook of before) await hook();
    await run();
  } catch (error) {
    if (error !== SKIPPED) failed = messageOf(error);
  }
  try {
    for (const hook of after) await hook();
  } catch (error) {
    failed ??= messageOf(error);
  }
  return failed;
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)) || "failed without a message";
}

export { expect, test };
