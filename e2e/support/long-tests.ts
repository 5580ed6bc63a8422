import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { REFERENCE_MS, referenceRuns } from "@/e2e/support/processor-time";
import type { Timed } from "@/e2e/support/report";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

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
    "tests that took too long in the last run (make them shorter, tag them @slow, or name them in e2e/support/long-tests.ts)",
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
