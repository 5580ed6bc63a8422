import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { tool } from "@/e2e/support/check";
import { type Result, readReport } from "@/e2e/support/report";
import { endProcess, giveWay } from "@/lib/start/children";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const CLI = "@playwright/test/cli.js";
const CONFIG = ["test", "-c", "e2e/playwright.config.ts"];
/** Playwright runs in progress. */
const running = new Set<ChildProcess>();

type Run = {
  names: string[];
  filters: string[];
  /** Where the report is written. */
  folder: string;
  environment: Record<string, string>;
  workers: number;
  nice?: number;
};

/** Runs Playwright projects. A run without a report or with an unexplained exit code is one failure. */
export async function runProjects({ names, filters, folder, environment, workers, nice = 0 }: Run): Promise<Result> {
  const name = names.join("+");
  const report = path.join(folder, `${name}.json`);
  const output = path.join(PROJECT_ROOT, "test-results", name);
  const args = [
    ...CONFIG,
    "--reporter=list,json",
    "--forbid-only",
    // Emptied when a run starts: a folder shared by several runs would lose the files of a running test.
    `--output=${output}`,
    `--workers=${workers}`,
    ...names.map((each) => `--project=${each}`),
    ...filters,
  ];
  const child = spawn(process.execPath, [path.join(PROJECT_ROOT, "node_modules", CLI), ...args], {
    cwd: PROJECT_ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      ...environment,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      // Two parallel runs would overwrite each other's lines.
      PLAYWRIGHT_FORCE_TTY: "0",
    },
  });
  running.add(child);
  giveWay(child.pid, nice);
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  running.delete(child);
  const result = readReport(report);
  if (!result) return broken(`the tests ${name} did not run (exit ${code})`);
  if (code === 0 || result.failed > 0) return result;
  return { ...result, failed: 1, failures: [...result.failures, `the tests ${name} ended with ${code}`] };
}

/** The names of the Playwright projects that have a test which matches the filters. */
export async function projectsWith(filters: string[], among: string[]): Promise<string[]> {
  const { output } = await tool("tests", CLI, [
    ...CONFIG,
    "--list",
    ...among.map((name) => `--project=${name}`),
    ...filters,
  ]);
  return [...new Set([...output.matchAll(/^ *\[([a-z-]+)\] ›/gm)].map(([, name]) => name ?? ""))];
}

/** Ends the runs in progress. */
export async function endRuns(): Promise<void> {
  const signals = [
    { signal: "SIGTERM", ms: 5_000 },
    { signal: "SIGKILL", ms: 5_000 },
  ] as const;
  await Promise.all([...running].map(({ pid }) => pid && endProcess(pid, [...signals])));
}

function broken(what: string): Result {
  return { passed: 0, failed: 1, skipped: 0, failures: [what], times: [] };
}
