import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { tool } from "@/e2e/support/check";
import { type Result, readReport } from "@/e2e/support/report";
import { endProcess, giveWay } from "@/lib/start/children";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

/** A part of the tests: a Playwright project of the same name. */
export type Part = {
  name: string;
  /** What must run before it starts. */
  needs: "engines" | "product";
  /** Tests at a time: by default one. Neighbours with the same number share a run of Playwright. */
  workers?: number;
  /** What its tests drive besides the product; installed where it is missing. */
  drives?: Array<"chromium" | "firefox" | "programs">;
  /** Its products have the deadlines that users have, not those of a busy machine. */
  hasDefaultDeadlines?: boolean;
};

/** The parts of `npm test`, in the order in which they run. */
export const PARTS: Part[] = [
  { name: "unit", needs: "engines", workers: 2 },
  { name: "seeded", needs: "product", workers: 2 },
  { name: "database", needs: "product", workers: 3 },
  { name: "api", needs: "product", workers: 3 },
  // They wait for polls and the browser often enough for three to share two cores.
  { name: "pages", needs: "product", workers: 3, drives: ["chromium"] },
];

/** The parts of `npm run test:all`: each after the other, those of the seeded library before others publish. */
export const ALL_PARTS: Part[] = [
  ...partsNamed(["unit", "seeded"]),
  { name: "seeded-slow", needs: "product" },
  // Early: these programs read the whole library.
  { name: "conformance", needs: "product", drives: ["chromium", "programs"] },
  ...partsNamed(["database", "api"]),
  { name: "api-next", needs: "product" },
  ...partsNamed(["pages"]),
  { name: "pages-more", needs: "product", workers: 3, drives: ["chromium"] },
  { name: "unit-slow", needs: "engines" },
  { name: "database-slow", needs: "product" },
  { name: "api-slow", needs: "product" },
  { name: "pages-slow", needs: "product", drives: ["chromium", "firefox", "programs"] },
  // They start products of their own from the build.
  { name: "faults", needs: "product", drives: ["chromium"], hasDefaultDeadlines: true },
  { name: "budgets", needs: "product" },
];

function partsNamed(names: string[]): Part[] {
  return PARTS.filter(({ name }) => names.includes(name));
}

/**
 * The runs for these parts, one after the other. A run of Playwright reads all its files before the first test and leaves
 * workers idle at its end, so neighbours with the same number of workers share one.
 */
export function runs(parts: readonly Part[]): Part[][] {
  const all: Part[][] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last && part.workers !== undefined && last[0]?.workers === part.workers) last.push(part);
    else all.push([part]);
  }
  return all;
}

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
    `--reporter=list,${path.join(import.meta.dirname, "report.ts")}`,
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
      REPORT_FILE: report,
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
