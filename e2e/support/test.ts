import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import path from "node:path";
import { findBrowser } from "@/e2e/support/browser";
import { checkSources, print, tool } from "@/e2e/support/check";
import { type App, startApp, startEngines, throwAwayFolder } from "@/e2e/support/product";
import { beginning, readReport } from "@/e2e/support/report";
import { watchStandstill } from "@/e2e/support/stopwatch";
import { sweep } from "@/e2e/support/sweep";
import { watchWithheld } from "@/e2e/support/withheld";
import { variables } from "@/lib/env";
import { buildIfNeeded } from "@/lib/local/build";
import { lockHolder, takeLock } from "@/lib/local/lock";
import { PROJECT_ROOT } from "@/lib/local/place";
import { makeSteps } from "@/lib/local/steps";

/**
 * Unit tests run beside the build. The fault tests begin as soon as there is a build and have the higher priority: they kill
 * products of their own and mostly wait for them to come back. Beside them run the tests that need the library as it is seeded,
 * those of other programs and of the database, and then those of the API. Tests in a browser come last.
 */
const RUNS = {
  unit: ["unit"],
  seeded: ["seeded"],
  programs: ["conformance", "database"],
  faults: ["faults"],
  api: ["api", "api-next"],
  pages: ["pages"],
};
const PROJECTS = Object.values(RUNS).flat();
/** Of what runs beside a build, or beside faults, which look at the clock. */
const GIVES_WAY = 10;
/**
 * What is asked of one product for minutes, beside browsers and builds, is about answers, not about deadlines: where a machine
 * stands still for seconds, it may be late. The deadlines that are shipped are proven by the faults, on products of their own.
 */
const PATIENT = { DATABASE_TIMEOUT_MS: "15000", MEILI_TIMEOUT_MS: "5000" };
/** Tests speak for clients of several networks; whoever sends no X-Forwarded-For is known by the socket's address as ever. */
const BEHIND_PROXY = { TRUSTED_PROXIES: "1" };
/**
 * `npm test -- pages faults` runs only these projects. Everything else is a filter of Playwright's, `npm test -- e2e/api/search.test.ts`
 * or `npm test -- -g "part of a title"`: only what it matches runs, without a check of the sources.
 */
const named = process.argv.slice(2).filter((argument) => PROJECTS.includes(argument));
const filters = process.argv.slice(2).filter((argument) => !PROJECTS.includes(argument));
let chosen = named.length > 0 ? named : PROJECTS;

const total = { passed: 0, failed: 0, skipped: 0 };
/** Said once more at the very end: nobody should have to search a log of thousands of lines for them. */
const failures: string[] = [];
const withheld = watchWithheld();
const standstill = watchStandstill();
const steps = makeSteps();
/** Runs of Playwright under way. */
const running = new Set<ChildProcess>();
const folder = throwAwayFolder("test");
/** Deleted with everything else at the end; while it is held, no other run takes this folder for left-over. */
const OWNER = "owner.lock";

process.env.CAIRN_TEST_DIR = folder;
// The products under test are configured by their tests, not by whoever runs them.
for (const name of variables) delete process.env[name];
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    for (const child of running) child.kill("SIGTERM");
    await sweep(folder);
    process.exit(130);
  });
}

try {
  if (filters.length > 0) chosen = await projectsOf(filters);
  await takeLock(path.join(folder, OWNER), { waitFor: [], waitMs: 0 });
  await sweepLeftovers();
  await runAll();
} catch (error) {
  fail(beginning(error instanceof Error ? error.message : String(error)).trim());
} finally {
  await sweep(folder).catch((error: unknown) => console.error(error));
}
for (const failure of failures) console.log(`\n  failed: ${failure}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
const share = withheld() * 100;
const host = share < 1 ? "" : `; the host withheld ${share.toFixed(0)} % of the processors' time`;
const still = standstill() < 1 ? "" : `; for ${standstill().toFixed(1)} s at a time nothing ran`;
console.log(`\n${steps.secondsSoFar().toFixed(0)} s in all${host}${still}`);
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

/** Sources, then the tests; all but the faults on one product, and on a second one through Next. */
async function runAll(): Promise<void> {
  const starting = steps.step("engines", () => startEngines(path.join(folder, "cairn-main")));
  const sources = filters.length > 0 ? Promise.resolve([]) : checkSources();
  // The first of the three to fail is reported below; the others must not end the process meanwhile.
  starting.catch(() => {});
  for (const outcome of await sources) {
    print(outcome);
    if (outcome.ok) total.passed += 1;
    else fail(outcome.name);
  }
  const browser = chosen.includes("pages") ? findBrowser() : "";
  const engines = await starting;
  const units = runProjects(RUNS.unit, { environment: engines.environment, priority: GIVES_WAY });
  if (chosen.every((name) => RUNS.unit.includes(name))) {
    await units;
    return engines.close();
  }
  await steps.step("build", (progress) => buildIfNeeded({ log: path.join(folder, "build.log"), progress }));
  const faults = runProjects(RUNS.faults, { environment: { CHROMIUM_PATH: browser } });
  if (chosen.every((name) => [...RUNS.unit, ...RUNS.faults].includes(name))) {
    await Promise.all([units, faults]);
    return engines.close();
  }
  const app = await steps.step("product", () => startApp({ engines, env: { ...PATIENT, ...BEHIND_PROXY } }));
  const next = chosen.includes("api-next")
    ? await steps.step("product, API answered by Next", () =>
        startApp({ engines, env: { ...PATIENT, ...BEHIND_PROXY, API_ADAPTER: "next" } }),
      )
    : app;

  const environment = {
    ...engines.environment,
    ...PATIENT,
    CHROMIUM_PATH: browser,
    CAIRN_TEST_URL: app.url,
    CAIRN_TEST_NEXT_URL: next.url,
  };
  const gentle = { environment, priority: GIVES_WAY };
  const programs = runProjects(RUNS.seeded, gentle).then(() => runProjects(RUNS.programs, { ...gentle, workers: 2 }));
  const api = Promise.all([units, programs]).then(() => runProjects(RUNS.api, { ...gentle, workers: 2 }));
  await Promise.all([api, faults]);
  // They wait for polls and for the browser often enough to share two cores among three.
  await runProjects(RUNS.pages, { environment, workers: 3 });
  await closeApps([...new Set([app, next])]);
  await engines.close();
}

/** A server that does not end in order after all these requests has broken a promise too. */
async function closeApps(apps: App[]): Promise<void> {
  for (const code of await Promise.all(apps.map((app) => app.stop()))) {
    if (code === 0) total.passed += 1;
    else fail(`the product ended with ${code} on SIGTERM`);
  }
}

type Run = { environment: Record<string, string>; workers?: number; priority?: number };

/** Runs Playwright projects and adds what its own report counts. A run without a report, or without a test, is a failure. */
async function runProjects(names: string[], { environment, workers = 1, priority = 0 }: Run): Promise<void> {
  const projects = names.filter((name) => chosen.includes(name));
  if (projects.length === 0) return;
  const report = path.join(folder, `${projects[0]}.json`);
  const args = [
    "test",
    "-c",
    "e2e/playwright.config.ts",
    "--reporter",
    "list,json",
    "--forbid-only",
    // Emptied when a run begins: one that several runs share would lose the files of a test that is under way.
    "--output",
    path.join(PROJECT_ROOT, "test-results", projects[0] ?? ""),
    `--workers=${workers}`,
    ...projects.map((name) => `--project=${name}`),
    ...filters,
  ];
  const child = spawn(process.execPath, [path.join(PROJECT_ROOT, "node_modules/@playwright/test/cli.js"), ...args], {
    cwd: PROJECT_ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      ...environment,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      // Two runs at once would write over each other's lines.
      PLAYWRIGHT_FORCE_TTY: "0",
    },
  });
  running.add(child);
  if (child.pid) setPriority(child.pid, priority);
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  running.delete(child);
  const result = readReport(report);
  if (!result) return fail(`the tests ${projects.join(", ")} did not run (exit ${code})`);
  total.passed += result.passed;
  total.failed += result.failed;
  total.skipped += result.skipped;
  failures.push(...result.failures);
  if (code !== 0 && result.failed === 0) fail(`the tests ${projects.join(", ")} ended with ${code}`);
}

/** The chosen projects that have a test which the filters match. Next's adapter runs when it is named: it keeps the promises of `api`. */
async function projectsOf(filters: string[]): Promise<string[]> {
  const candidates = named.length > 0 ? named : PROJECTS.filter((name) => name !== "api-next");
  const { output } = await tool("tests", "@playwright/test/cli.js", [
    "test",
    "-c",
    "e2e/playwright.config.ts",
    "--list",
    ...candidates.map((name) => `--project=${name}`),
    ...filters,
  ]);
  const found = new Set([...output.matchAll(/^ *\[([a-z-]+)\] ›/gm)].map(([, name]) => name ?? ""));
  if (found.size === 0)
    throw new Error(
      `No test matches ${filters.join(" ")}. Name a file, -g "part of a title", or a project: ${PROJECTS.join(", ")}.`,
    );
  return [...found];
}

function fail(what: string): void {
  total.failed += 1;
  failures.push(what);
}

/** What a killed run has left: its engines are detached on purpose and would run for ever. */
async function sweepLeftovers(): Promise<void> {
  const parent = realpathSync(tmpdir());
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith("cairn-test-"))) {
    const left = path.join(parent, name);
    if (existsSync(path.join(left, OWNER)) && !lockHolder(path.join(left, OWNER))) await sweep(left).catch(() => {});
  }
}
