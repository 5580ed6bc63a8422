import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { env } from "@/lib/platform/env";
import { messageOf } from "@/lib/platform/errors";
import { setStartPhase, setStopping, startPhase } from "@/lib/platform/process-state";
import { makeSteps, printLine, type Steps } from "@/lib/platform/steps";
import type { Listener } from "@/lib/server/front/listener";
import { makeOutputsAside } from "@/lib/start/build";
import { type Engines, startEngines } from "@/lib/start/engines";
import { writeWhole } from "@/lib/start/files";
import { fill } from "@/lib/start/fill";
import { openPlace, type Place, PROJECT_ROOT } from "@/lib/start/instance-layout";
import { type Lock, LockHeld, takeLock } from "@/lib/start/lock";
import { NICE, preparePages } from "@/lib/start/pages";
import { type Address, chooseAddress } from "@/lib/start/ports";

const STOP_MS_MAX = 20_000;
/** Together with the engines' own timeouts these two stay under the 15 s that supervisors commonly allow. */
const REQUESTS_MS_MAX = 10_000;
const STARTING_ENGINES_MS_MAX = 5_000;

const dev = process.argv.includes("--dev");
/** Resources opened so far; stopping in the middle of a start closes exactly these. */
const open: {
  lock?: Lock;
  engines?: Promise<Engines>;
  server?: { close(): Promise<void> };
  worker?: { stop(): Promise<void> };
} = {};
const interrupted = new AbortController();
const serveOn = new AbortController();
/** Whether readiness has been 200. Until then no load balancer sends requests here. */
let wasReady = false;
let stopping: "after serving on" | "in order" | "at once" | null = null;

prepareProcess();
start().catch(async (error: unknown) => {
  if (interrupted.signal.aborted) return;
  printLine(`\n${messageOf(error)}`);
  // Our own refusals are plain errors with a complete message. Any other error comes from a lower layer.
  if (Object.getPrototypeOf(error) !== Error.prototype) printLine(`The details are in ${keepDetails(error)}.`);
  await stop(1);
});

/**
 * Starts everything a clone needs, in dependency order, with independent steps in parallel. The API is served as soon
 * as the library and its index are ready; the pages follow in the same process when they are built.
 */
async function start(): Promise<void> {
  const steps = makeSteps();
  printLine("Starting Cairn.");
  const place = openPlace();
  open.lock = await lockPlace(place, steps);
  const address = await chooseAddress(steps);
  setStartPhase({ name: "starting" });

  const pages = preparePages({ place, steps, dev, signal: interrupted.signal });
  // Behind a load balancer a refused connection goes to another instance, but a 503 does not. Several instances need a
  // database of their own; only one with the embedded database, which sets this variable too, listens before it answers.
  const isEmbedded = !process.env.DATABASE_URL;
  const library = prepareLibrary(place, steps);
  // Awaited below.
  library.catch(() => {});
  const outputs = makeOutputsAside({ signal: interrupted.signal, nice: NICE }).catch((error: Error) => {
    if (!interrupted.signal.aborted)
      steps.note(`The client could not be built, so neither it nor the plugin is served: ${error.message}`);
  });
  const { makeListener } = await import("@/lib/server/front/listener");
  const listener = makeListener();
  if (isEmbedded) await listen(listener, address);
  // Loaded while the engines start.
  const loading = loadServer();
  loading.catch(() => {});
  const { engines, skills } = await Promise.race([library, pages.failed]);
  interrupted.signal.throwIfAborted();

  const { makeService, startWorker } = await loading;
  open.worker = await startWorker();
  const service = makeService(listener, { dev, dir: PROJECT_ROOT });
  const showPages = async () => {
    const [loaded] = await Promise.all([pages.load(address), service.canFormat, outputs]);
    service.showPages(loaded);
    setStartPhase(null);
  };
  if (pages.isBuilt()) await showPages();
  else setStartPhase(pages.phase);
  listener.answerWith(service.handle);
  if (!open.server) await listen(listener, address);
  const url = address.url();
  engines.watch((line) => printLine(`  ${line}`));
  if (startPhase()) {
    open.lock.tell({ state: "starting", url });
    steps.note(`The API answers at ${url} after ${steps.secondsSoFar().toFixed(1)} s. The pages follow.`);
    await pages.built.then(showPages).catch((error: unknown) => {
      if (interrupted.signal.aborted) throw error;
      setStartPhase({ name: "pages_failed" });
      printLine(pages.sayFailed(error, url));
    });
  }
  open.lock.tell({ state: "running", url });
  if (startPhase()) return;
  wasReady = true;
  const rateLimits = env().RATE_LIMITS === "on";
  printLine(announce({ url, base: env().BASE_URL, dev, seconds: steps.secondsSoFar(), skills, engines, rateLimits }));
}

async function listen(listener: Listener, { host, port, chooseAgain }: Address): Promise<void> {
  await listener.open({ host, port, whenTaken: chooseAgain });
  open.server = listener;
}

async function loadServer() {
  const [{ makeService }, { startWorker }] = await Promise.all([
    import("@/lib/server/front/server"),
    import("@/lib/server/worker/start"),
  ]);
  return { makeService, startWorker };
}

async function prepareLibrary(place: Place, steps: Steps): Promise<{ engines: Engines; skills: number }> {
  open.engines = startEngines(place, steps);
  const engines = await open.engines;
  Object.assign(process.env, engines.environment);
  return { engines, skills: await fill(steps, engines) };
}

async function lockPlace(place: Place, steps: Steps): Promise<Lock> {
  const waits = setTimeout(() => steps.note("The previous process of this folder is stopping; waiting for it."), 2_000);
  try {
    // The stopping process may serve for a while first.
    const waitMs = STOP_MS_MAX + env().SHUTDOWN_DELAY_MS;
    return await takeLock(path.join(place.state, "lock"), { waitFor: ["stopping"], waitMs });
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    const { url, pid, state } = error.holder;
    const where = url ? `runs at ${url}` : `is ${state}`;
    throw new Error(
      `Cairn already ${where} from this folder (process ${pid}). Stop it first, or use another clone or CAIRN_DATA_DIR.`,
    );
  } finally {
    clearTimeout(waits);
  }
}

/** The terminal gets sentences; the stack goes to a file for bug reports. */
function keepDetails(error: unknown): string {
  const file = path.join(process.env.CAIRN_DATA_DIR || path.join(PROJECT_ROOT, ".cairn"), "logs/start-error.log");
  try {
    writeWhole(file, `${inspect(error)}\n`, 0o600);
    return file;
  } catch {
    return `this: ${inspect(error)}`;
  }
}

function prepareProcess(): void {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    printLine(`Cairn needs Node 20.19 or later; this is ${process.version}.`);
    process.exit(1);
  }
  const file = path.join(PROJECT_ROOT, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });
  process.chdir(PROJECT_ROOT);
  // A reader that goes away (`npm start | head`) ends the output, not the service.
  process.stdout.on("error", () => {});
  process.on("uncaughtException", (error) => {
    printLine(`\n${error.stack ?? error.message}`);
    void stop(1);
  });
  let last = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // npm forwards the signal that the terminal has already sent us, so one Ctrl-C may arrive twice.
      if (last && Date.now() - last < 1_000) return;
      last = Date.now();
      stopOnSignal();
    });
  }
}

/** The first signal stops in order after SHUTDOWN_DELAY_MS; the second ends that delay; a third exits at once. */
function stopOnSignal(): void {
  if (stopping === "at once") return;
  if (stopping === "in order") {
    stopping = "at once";
    printLine("Stopping immediately.");
    void stop(0, true);
  } else if (stopping === "after serving on") {
    serveOn.abort();
  } else {
    stopping = "after serving on";
    void serveOnAWhile().then(() => {
      stopping = "in order";
      printLine("Stopping: finishing running requests, then the engines.");
      return stop(0);
    });
  }
}

/** Readiness fails while requests are still answered, so that a load balancer routes new ones elsewhere. */
async function serveOnAWhile(): Promise<void> {
  if (!wasReady) return;
  open.lock?.tell({ state: "stopping", url: null });
  setStopping();
  const { SHUTDOWN_DELAY_MS: ms } = env();
  if (ms === 0) return;
  printLine(`\nNo longer ready; serving for ${ms / 1_000} s more (SHUTDOWN_DELAY_MS). Another signal ends the delay.`);
  await sleep(ms, undefined, { signal: serveOn.signal }).catch(() => {});
}

async function stop(code: number, hurry = false): Promise<void> {
  interrupted.abort();
  open.lock?.tell({ state: "stopping", url: null });
  await closeInTurn(hurry);
  open.lock?.release();
  if (code === 0) printLine("Stopped. The data stays.");
  process.exit(code);
}

/**
 * Closes what was opened, users before what they use: requests and worker, then the engines. Never throws and never
 * takes longer than 15 s; `hurry` gives requests half a second.
 */
async function closeInTurn(hurry: boolean): Promise<void> {
  const users = Promise.allSettled([open.server?.close(), open.worker?.stop()]);
  await Promise.race([users, sleep(hurry ? 500 : REQUESTS_MS_MAX)]);
  const engines = await Promise.race([open.engines?.catch(() => null), sleep(STARTING_ENGINES_MS_MAX, null)]);
  await engines?.stop(hurry).catch(() => {});
}

type Facts = {
  url: string;
  base: string;
  dev: boolean;
  seconds: number;
  skills: number;
  engines: Engines;
  rateLimits: boolean;
};

/**
 * The final output of a start: the addresses, one call to try, and the engines in use. The first address is the one to
 * open.
 */
function announce(facts: Facts): string {
  const { url, base, engines } = facts;
  const lines = [
    "",
    `Cairn is ready at ${url} after ${facts.seconds.toFixed(1)} s${facts.dev ? ", with hot reload" : ""}.`,
    "",
    `  Open        ${url}`,
    `  API         ${url}/api/v1/openapi.json and ${url}/api/knowledge/v2/openapi.json`,
    `  MCP         ${url}/api/v1/mcp`,
    `  Health      ${url}/api/health/ready`,
    ...(base === url ? [] : [`  Public      ${base} (BASE_URL)`]),
    "",
    "  Ask the library from a shell (this opens a public thread here and returns the key to reply to it):",
    `    curl -s '${url}/api/v1/search?q=How+do+I+cache+a+page+in+Next.js'`,
    "",
    `  Database    ${engines.database}`,
    `  Search      ${engines.search}`,
    `  Library     ${facts.skills} skills`,
    ...(facts.rateLimits ? [] : ["  Limits      off (RATE_LIMITS=off)"]),
    "",
    "  More skills: npm run sources -- add-recommended follows packages that carry them (three minutes at most).",
    "",
    "Ctrl-C stops everything; the data stays.",
  ];
  return lines.join("\n");
}
