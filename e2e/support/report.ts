import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { FullConfig, Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { z } from "zod";
import { REFERENCE_MS, referenceRuns } from "@/e2e/support/measuring";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const LINES_OF_A_FAILURE = 12;
const LONGEST_LINE = 300;

/** How long a test took. `file` is relative to the project's root. */
export type Timed = { part: string; file: string; title: string; seconds: number };

/** The result of a Playwright run. `failures` has the title, place and error of each. */
export type Result = {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  times: Timed[];
};

/** A reporter of Playwright that writes the result of a run to the file REPORT_FILE. A flaky test has failed. */
export default class ResultReporter implements Reporter {
  #suite: Suite | undefined;
  readonly #errors: TestError[] = [];

  onBegin(_: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  onError(error: TestError): void {
    this.#errors.push(error);
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? [];
    const having = (...outcomes: string[]) => tests.filter((test) => outcomes.includes(test.outcome()));
    const failed = having("unexpected", "flaky");
    const result: Result = {
      passed: having("expected").length,
      failed: failed.length + this.#errors.length,
      skipped: having("skipped").length,
      failures: [...failed.map(failureOf), ...this.#errors.map(beginning)],
      times: tests.map((test) => ({
        part: partOf(test),
        file: fileOf(test),
        title: test.title,
        seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
      })),
    };
    writeFileSync(process.env.REPORT_FILE ?? "", JSON.stringify(result));
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** What the reporter wrote; undefined if it wrote nothing. */
export function readReport(file: string): Result | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function failureOf(test: TestCase): string {
  const seen = test.results.flatMap(({ errors }) => errors.map(beginning));
  return [`[${partOf(test)}] ${fileOf(test)}:${test.location.line} › ${test.title}`, ...new Set(seen)].join("\n");
}

function partOf(test: TestCase): string {
  return test.parent.project()?.name ?? "";
}

function fileOf({ location }: TestCase): string {
  return path.relative(PROJECT_ROOT, location.file);
}

/** The first lines of an error message, without colours, indented. */
function beginning({ message = "", value = "", snippet = "" }: TestError): string {
  return stripVTControlCharacters([message || value, snippet].join("\n"))
    .trimEnd()
    .split("\n")
    .slice(0, LINES_OF_A_FAILURE)
    .map((line) => `    ${line.slice(0, LONGEST_LINE)}`)
    .join("\n");
}

/** Seconds that a test of `npm test` may take on a quiet machine. */
const SECONDS_MAX = 20;
/** Tests that may take longer, by title, each with its reason. */
const ALLOWED: Record<string, string> = {};
const FILE = path.join(PROJECT_ROOT, ".cairn/long-tests.json");
const Kept = z.array(z.object({ file: z.string(), title: z.string(), seconds: z.number(), allowed: z.number() }));
const SLOWEST = 10;

/** Measures now and then how much slower the machine is than a quiet one; the function returns the mean, at least 1. */
export function watchSlowness(): () => number {
  const seen: number[] = [];
  const look = () => {
    const begun = performance.now();
    referenceRuns();
    seen.push((performance.now() - begun) / REFERENCE_MS);
  };
  setInterval(look, 10_000).unref();
  return () => Math.max(1, seen.reduce((sum, each) => sum + each, 0) / Math.max(1, seen.length));
}

/** Keeps the tests of a whole run that took too long for this machine: the next run reports them. */
export function keepLongTests(times: Timed[], slowness: number, file = FILE): void {
  const allowed = SECONDS_MAX * slowness;
  const long = times.filter(({ title, seconds }) => seconds > allowed && !(title in ALLOWED));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(long.map((test) => ({ ...test, allowed }))));
}

/** What is wrong with the tests of the last whole run on this checkout; null if none took too long. */
export function longTestsOfLastRun(file = FILE): string | null {
  const kept = existsSync(file) ? Kept.safeParse(JSON.parse(readFileSync(file, "utf8"))).data : undefined;
  if (!kept?.length) return null;
  const lines = kept.map(
    (test) => `    ${test.file} › ${test.title}: ${test.seconds.toFixed(0)} s of ${test.allowed.toFixed(0)}`,
  );
  return [
    "tests that took too long in the last run (make them shorter, tag them @slow, or name them in e2e/support/report.ts)",
    ...lines,
  ].join("\n");
}

/** The files with the most seconds of test time, as lines. */
export function slowestFiles(times: Timed[]): string[] {
  const seconds = new Map<string, number>();
  for (const { part, file, seconds: took } of times) {
    const name = `[${part}] ${file}`;
    seconds.set(name, (seconds.get(name) ?? 0) + took);
  }
  return [...seconds]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SLOWEST)
    .map(([name, sum]) => `${sum.toFixed(0).padStart(6)} s  ${name}`);
}
