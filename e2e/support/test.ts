import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findBrowser } from "@/e2e/support/browser";
import { checkSources, print, tool } from "@/e2e/support/check";
import { cleanUp } from "@/e2e/support/clean-up";
import { watchCpuSteal } from "@/e2e/support/cpu-steal";
import { findFirefox } from "@/e2e/support/firefox";
import { type App, startApp, startEngines, throwAwayFolder } from "@/e2e/support/product";
import { installPrograms } from "@/e2e/support/programs";
import { readReport } from "@/e2e/support/report";
import { watchStandstill } from "@/e2e/support/stopwatch";
import { variables } from "@/lib/platform/env";
import { makeSteps } from "@/lib/platform/steps";
import { buildIfNeeded } from "@/lib/start/build";
import { endProcess, giveWay } from "@/lib/start/children";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";
import { lockHolder, takeLock } from "@/lib/start/lock";

/**
 * Unit tests run beside the build. The fault tests start as soon as there is a build and have the higher priority: they
 * kill their own products and mostly wait for restarts. Beside them run the tests of the seeded library, of third-party
 * programs and of the database, and then the API tests. Browser tests come last.
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
/** The nice value of everything beside a build or beside fault tests, which measure time. */
const GIVES_WAY = 10;
/**
 * Tests that share one product with browsers and builds for minutes check responses, not deadlines: a stalled machine
 * may be late. The fault tests check the default deadlines on their own products.
 */
const PATIENT = { DATABASE_TIMEOUT_MS: "15000", MEILI_TIMEOUT_MS: "5000" };
/**
 * Tests act as clients of several networks; a client without X-Forwarded-For is identified by the socket's address as
 * usual.
 */
const BEHIND_PROXY = { TRUSTED_PROXIES: "1" };
/**
 * `npm test -- pages faults` runs only these projects. Everything else is a Playwright filter, `npm test --
 * e2e/api/search.test.ts` or `npm test -- -g "part of a title"`: only matching tests run, without the checks of the
 * sources.
 */
const named = process.argv.slice(2).filter((argument) => PROJECTS.includes(argument));
const filters = process.argv.slice(2).filter((argument) => !PROJECTS.includes(argument));
let chosen = named.length > 0 ? named : PROJECTS;

const total = { passed: 0, failed: 0, skipped: 0 };
/** Repeated at the very end, because the log has thousands of lines. */
const failures: string[] = [];
const withheld = watchCpuSteal();
const standstill = watchStandstill();
const steps = makeSteps();
/** Playwright runs in progress. */
const running = new Set<ChildProcess>();
const folder = throwAwayFolder("test");
/** Deleted with everything else at the end; while it exists, no other run treats this folder as a leftover. */
const OWNER = "owner.lock";

process.env.CAIRN_TEST_DIR = folder;
// The tests configure the products under test, not the caller's environment.
for (const name of variables) delete process.env[name];
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await endRuns();
    await cleanUp(folder);
    process.exit(130);
  });
}

try {
  if (filters.length > 0) chosen = await projectsOf(filters);
  await takeLock(path.join(folder, OWNER), { waitFor: [], waitMs: 0 });
  await cleanUpLeftovers();
  await runAll();
} catch (error) {
  // What still runs would lose its folder and print failures that hide this one.
  await endRuns();
  fail(error instanceof Error ? error.message : String(error));
} finally {
  await cleanUp(folder).catch((error: unknown) => console.error(error));
}
for (const failure of failures) console.log(`\n  failed: ${failure}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
const share = withheld() * 100;
const host = share < 1 ? "" : `; the host withheld ${share.toFixed(0)} % of the processors' time`;
const still = standstill() < 1 ? "" : `; for ${standstill().toFixed(1)} s at a time nothing ran`;
console.log(`\n${steps.secondsSoFar().toFixed(0)} s in all${host}${still}`);
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

/** Sources, then the tests; all but the fault tests on one product, and on a second one through Next. */
async function runAll(): Promise<void> {
  const starting = awaitedLater(steps.step("engines", () => startEngines(path.join(folder, "cairn-main"))));
  const sources = filters.length > 0 ? Promise.resolve([]) : checkSources();
  for (const outcome of await sources) {
    print(outcome);
    if (outcome.ok) total.passed += 1;
    else fail(outcome.name);
  }
  // Installed beside the build; a failure is reported by the tests that need a program.
  const programs = ["conformance", "pages"].some((name) => chosen.includes(name))
    ? installPrograms().catch(() => {})
    : null;
  const browser = chosen.includes("pages") ? findBrowser() : "";
  const firefox = chosen.includes("pages") ? findFirefox() : "";
  const engines = await starting;
  const units = awaitedLater(runProjects(RUNS.unit, { environment: engines.environment, nice: GIVES_WAY }));
  if (chosen.every((name) => RUNS.unit.includes(name))) {
    await units;
    return engines.close();
  }
  await steps.step("build", (progress) => buildIfNeeded({ log: path.join(folder, "build.log"), progress }));
  const faults = awaitedLater(runProjects(RUNS.faults, { environment: { CHROMIUM_PATH: browser } }));
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
    FIREFOX_PATH: firefox,
    CAIRN_TEST_URL: app.url,
    CAIRN_TEST_NEXT_URL: next.url,
  };
  const gentle = { environment, nice: GIVES_WAY };
  const third = Promise.all([runProjects(RUNS.seeded, gentle), programs]).then(() =>
    runProjects(RUNS.programs, { ...gentle, workers: 2 }),
  );
  const api = Promise.all([units, third]).then(() => runProjects(RUNS.api, { ...gentle, workers: 2 }));
  await Promise.all([api, faults]);
  // They wait for polls and the browser often enough for three to share two cores.
  await runProjects(RUNS.pages, { environment, workers: 3 });
  await closeApps([...new Set([app, next])]);
  await engines.close();
}

/** A server that does not exit cleanly after all these requests fails the run too. */
async function closeApps(apps: App[]): Promise<void> {
  for (const code of await Promise.all(apps.map((app) => app.stop()))) {
    if (code === 0) total.passed += 1;
    else fail(`the product ended with ${code} on SIGTERM`);
  }
}

type Run = { environment: Record<string, string>; workers?: number; nice?: number };

/**
 * Runs Playwright projects and adds up the counts of their reports. A run without a report or without tests is a
 * failure.
 */
async function runProjects(names: string[], { environment, workers = 1, nice = 0 }: Run): Promise<void> {
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
    // Emptied when a run starts: a folder shared by several runs would lose the files of a running test.
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
  if (!result) return fail(`the tests ${projects.join(", ")} did not run (exit ${code})`);
  total.passed += result.passed;
  total.failed += result.failed;
  total.skipped += result.skipped;
  failures.push(...result.failures);
  if (code !== 0 && result.failed === 0) fail(`the tests ${projects.join(", ")} ended with ${code}`);
}

/**
 * The chosen projects with a test that matches the filters. The Next adapter runs only when named: it shares the tests
 * of `api`.
 */
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

/** The caller reports its failure later; until then it must not end this process as an unhandled rejection. */
function awaitedLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

async function endRuns(): Promise<void> {
  const signals = [
    { signal: "SIGTERM", ms: 5_000 },
    { signal: "SIGKILL", ms: 5_000 },
  ] as const;
  await Promise.all([...running].map(({ pid }) => pid && endProcess(pid, [...signals])));
}

function fail(what: string): void {
  total.failed += 1;
  failures.push(what);
}

/** Leftovers of a killed run: its engines are detached on purpose and would run forever. */
async function cleanUpLeftovers(): Promise<void> {
  const parent = realpathSync(tmpdir());
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith("cairn-test-"))) {
    const left = path.join(parent, name);
    if (existsSync(path.join(left, OWNER)) && !lockHolder(path.join(left, OWNER))) await cleanUp(left).catch(() => {});
  }
}
