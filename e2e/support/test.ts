import { existsSync, readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findBrowser, findFirefox } from "@/e2e/support/browser";
import { checkSources, print } from "@/e2e/support/check";
import { ALL_PARTS, endRuns, PARTS, type Part, projectsWith, runProjects, runs } from "@/e2e/support/parts";
import { type App, cleanUp, startApp, startEngines, type TestEngines, throwAwayFolder } from "@/e2e/support/product";
import { installPrograms } from "@/e2e/support/programs";
import { keepLongTests, longTestsOfLastRun, type Result, slowestFiles, watchSlowness } from "@/e2e/support/report";
import { variables } from "@/lib/platform/env";
import { makeSteps } from "@/lib/platform/steps";
import { buildIfNeeded, makeOutputs } from "@/lib/start/build";
import { lockHolder, takeLock } from "@/lib/start/lock";

/**
 * The products answer as late as a busy machine makes them: tests check answers, not deadlines. The fault tests check the
 * default deadlines on products of their own.
 */
const PATIENT = { DATABASE_TIMEOUT_MS: "60000", MEILI_TIMEOUT_MS: "20000" };
/** Tests act as clients of several networks; a client without X-Forwarded-For is identified by its socket as usual. */
const BEHIND_PROXY = { TRUSTED_PROXIES: "1" };
/** The nice value of what runs beside a build. */
const GIVES_WAY = 10;

/**
 * `npm test -- pages faults` runs only these parts. Everything else is a Playwright filter, `npm test --
 * e2e/api/search.test.ts` or `npm test -- -g "part of a title"`: only matching tests run, without the checks of the
 * sources.
 */
const words = process.argv.slice(2).filter((argument) => argument !== "--all");
const isPart = (word: string) => ALL_PARTS.some(({ name }) => name === word);
const filters = words.filter((word) => !isPart(word));
const everything = process.argv.includes("--all");
const whole = words.length === 0;

const total: Result = { passed: 0, failed: 0, skipped: 0, failures: [], times: [] };
const steps = makeSteps();
const slowness = watchSlowness();
const folder = throwAwayFolder("test");
/** Deleted with everything else at the end; while it exists, no other run treats this folder as a leftover. */
const OWNER = "owner.lock";

process.env.CAIRN_TEST_DIR = folder;
// The same values in every run of `npm test`; others each time in `npm run test:all`.
if (!everything) process.env.PROPERTY_SEED ??= "1";
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
  await takeLock(path.join(folder, OWNER), { waitFor: [], waitMs: 0 });
  await cleanUpLeftovers();
  // Tests import what it makes.
  await makeOutputs();
  await run(await chosenParts());
} catch (error) {
  // What still runs would lose its folder and print failures that hide this one.
  await endRuns();
  fail(error instanceof Error ? error.message : String(error));
} finally {
  await cleanUp(folder).catch((error: unknown) => console.error(error));
}
if (whole)
  keepLongTests(
    total.times.filter(({ part }) => PARTS.some(({ name }) => name === part)),
    slowness(),
  );
if (total.times.length > 0)
  console.log(["\nThe slowest files, in seconds of test time:", ...slowestFiles(total.times)].join("\n"));
// Repeated at the very end, because the log has thousands of lines.
for (const failure of total.failures) console.log(`\n  failed: ${failure}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${steps.secondsSoFar().toFixed(0)} s in all`);
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

/** The parts named on the command line, or those with a matching test, or all of the command. */
async function chosenParts(): Promise<Part[]> {
  const command = everything ? ALL_PARTS : PARTS;
  const named = ALL_PARTS.filter(({ name }) => words.includes(name));
  if (filters.length === 0) return named.length > 0 ? named : command;
  const among = (named.length > 0 ? named : ALL_PARTS).map(({ name }) => name);
  const found = await projectsWith(filters, among);
  if (found.length === 0)
    throw new Error(
      `No test matches ${filters.join(" ")}. Name a file, -g "part of a title", or a part: ${ALL_PARTS.map(({ name }) => name).join(", ")}.`,
    );
  return ALL_PARTS.filter(({ name }) => found.includes(name));
}

/** Sources, then the parts, one after the other, on one set of engines and one product. */
async function run(parts: Part[]): Promise<void> {
  const driven = new Set(parts.flatMap(({ drives = [] }) => drives));
  const starting = beginEngines();
  if (filters.length === 0) await checkFirst();
  if (driven.has("programs")) await installPrograms();
  const environment: Record<string, string> = {
    ...(driven.has("chromium") && { CHROMIUM_PATH: findBrowser() }),
    ...(driven.has("firefox") && { FIREFOX_PATH: findFirefox() }),
  };
  const engines = await starting;
  if (engines) Object.assign(environment, engines.environment);
  const onProduct = parts.filter(({ needs }) => needs === "product");
  const [first, ...others] = parts;
  if (first?.name === "unit" && onProduct.length > 0 && !everything) {
    // The build uses one core for long.
    const units = runParts([first], environment, GIVES_WAY);
    await Promise.all([units, build()]);
    parts = others;
  } else if (onProduct.length > 0) await build();

  const app = engines && onProduct.length > 0 ? await startProduct(engines) : undefined;
  if (app) Object.assign(environment, { CAIRN_TEST_URL: app.url });
  for (const together of runs(parts)) {
    const [part] = together;
    if (part?.name === "api-next" && engines) await runThroughNext(part, engines, { ...PATIENT, ...environment });
    else await runParts(together, { ...(app && !part?.hasDefaultDeadlines && PATIENT), ...environment });
  }
  if (app) await closeApp(app);
  await engines?.close();
}

function beginEngines(): Promise<TestEngines> {
  const starting = steps.step("engines", () => startEngines(path.join(folder, "cairn-main")));
  // The caller reports its failure later; until then it must not end this process as an unhandled rejection.
  starting.catch(() => {});
  return starting;
}

async function checkFirst(): Promise<void> {
  for (const outcome of await checkSources({ everything })) {
    print(outcome);
    if (outcome.ok) total.passed += 1;
    else fail(outcome.name);
  }
  const long = longTestsOfLastRun();
  if (long) fail(long);
}

function build(): Promise<unknown> {
  return steps.step("build", (progress) => buildIfNeeded({ log: path.join(folder, "build.log"), progress }));
}

function startProduct(engines: TestEngines, env: Record<string, string> = {}): Promise<App> {
  return steps.step("product", () => startApp({ engines, env: { ...PATIENT, ...BEHIND_PROXY, ...env } }));
}

async function runParts(parts: Part[], environment: Record<string, string>, nice = 0): Promise<void> {
  const names = parts.map(({ name }) => name);
  const workers = parts[0]?.workers ?? 1;
  const result = await runProjects({ names, filters, folder, environment, workers, nice });
  total.passed += result.passed;
  total.failed += result.failed;
  total.skipped += result.skipped;
  total.failures.push(...result.failures);
  total.times.push(...result.times);
}

/** A second product on the same engines and with the address of the first, whose API Next answers. */
async function runThroughNext(part: Part, engines: TestEngines, environment: Record<string, string>): Promise<void> {
  const next = await startProduct(engines, { API_ADAPTER: "next", BASE_URL: environment.CAIRN_TEST_URL ?? "" });
  await runParts([part], { ...environment, CAIRN_TEST_NEXT_URL: next.url });
  await closeApp(next);
}

/** A server that does not exit cleanly after all these requests fails the run too. */
async function closeApp(app: App): Promise<void> {
  const code = await app.stop();
  if (code === 0) total.passed += 1;
  else fail(`the product ended with ${code} on SIGTERM`);
}

function fail(what: string): void {
  total.failed += 1;
  total.failures.push(what);
}

/** Leftovers of a killed run: its engines are detached on purpose and would run forever. */
async function cleanUpLeftovers(): Promise<void> {
  const parent = realpathSync(tmpdir());
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith("cairn-test-"))) {
    const left = path.join(parent, name);
    if (existsSync(path.join(left, OWNER)) && !lockHolder(path.join(left, OWNER))) await cleanUp(left).catch(() => {});
  }
}
