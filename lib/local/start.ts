import { existsSync } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import type postgres from "postgres";
import { announce } from "@/lib/local/announce";
import { buildIfNeeded } from "@/lib/local/build";
import { type Engines, startEngines } from "@/lib/local/engines";
import { writeWhole } from "@/lib/local/files";
import { type Lock, LockHeld, takeLock } from "@/lib/local/lock";
import { aloneOnDatabase, migrate } from "@/lib/local/migrate";
import { openPlace, type Place, PROJECT_ROOT } from "@/lib/local/place";
import { type HeldPort, holdPort } from "@/lib/local/ports";
import { makeSteps, printLine, type Steps } from "@/lib/local/steps";
import { closeInTurn } from "@/lib/local/stop";

const DEFAULT_PORT = 3000;

const dev = process.argv.includes("--dev");
/** What is open so far, so that a stop in the middle of a start closes just that. */
const open: {
  lock?: Lock;
  port?: HeldPort;
  engines?: Promise<Engines>;
  server?: { close(): Promise<void> };
  worker?: { stop(): Promise<void> };
} = {};
const interrupted = new AbortController();

prepareProcess();
start().catch(async (error: unknown) => {
  if (interrupted.signal.aborted) return;
  printLine(`\n${error instanceof Error ? error.message : String(error)}`);
  // Our own refusals are plain errors and say it all; any other came from below.
  if (Object.getPrototypeOf(error) !== Error.prototype) printLine(`The details are in ${keepDetails(error)}.`);
  await stop(1);
});

/** Everything a clone needs, in the order in which it can be had; what can overlap does. */
async function start(): Promise<void> {
  const steps = makeSteps();
  printLine("Starting Cairn.");
  const place = openPlace();
  open.lock = await lockPlace(place);
  const { held, host } = await choosePort(steps);
  open.port = held;
  const everywhere = ["0.0.0.0", "::", "127.0.0.1", "::1", "localhost"].includes(host);
  const url = `http://${everywhere ? "localhost" : host}:${held.port}`;
  process.env.PORT = String(held.port);
  process.env.BASE_URL ||= url;

  const building = dev ? Promise.resolve() : build(place, steps);
  // A failed build is reported by the Promise.all below, also when the engines fail first.
  building.catch(() => {});
  open.engines = startEngines(place, steps);
  const engines = await open.engines;
  Object.assign(process.env, engines.environment);
  const filling = fill(steps, engines);
  const [skills] = await Promise.all([filling, building]);
  interrupted.signal.throwIfAborted();

  await serve({ steps, host, port: held });
  engines.watch((line) => printLine(`  ${line}`));
  open.lock.tell({ state: "running", url });
  const rateLimits = process.env.RATE_LIMITS !== "off";
  printLine(
    announce({ url, base: process.env.BASE_URL, dev, seconds: steps.secondsSoFar(), skills, engines, rateLimits }),
  );
}

async function lockPlace(place: Place): Promise<Lock> {
  try {
    return await takeLock(path.join(place.state, "lock"), { waitFor: ["stopping"], waitMs: 20_000 });
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    const { url, pid, state } = error.holder;
    const where = url ? `runs at ${url}` : `is ${state}`;
    throw new Error(
      `Cairn already ${where} from this folder (process ${pid}). Stop it first, or use another clone or CAIRN_DATA_DIR.`,
    );
  }
}

async function choosePort(steps: Steps): Promise<{ held: HeldPort; host: string }> {
  const { env } = await import("@/lib/env");
  const { HOST: host, PORT: port } = env();
  const fixed = Boolean(process.env.PORT);
  const held = await holdPort(host, port, fixed);
  if (!fixed && held.port !== DEFAULT_PORT)
    steps.note(`Port ${DEFAULT_PORT} is taken: using ${held.port}. PORT chooses another.`);
  return { held, host };
}

async function build(place: Place, steps: Steps): Promise<void> {
  await steps.step(
    "building the pages",
    (progress) =>
      buildIfNeeded({ log: path.join(place.state, "logs/build.log"), signal: interrupted.signal, progress }),
    (result) => (result === "built" ? "pages built" : "pages were built before"),
  );
}

/** Schema, starter library and index, one starter at a time; returns how many skills there are. */
async function fill(steps: Steps, { environment }: Engines): Promise<number> {
  const { forgetEnv } = await import("@/lib/env");
  forgetEnv();
  const url = environment.DATABASE_URL ?? "";
  const { requireTransactions } = await import("@/db/require-transactions");
  await requireTransactions(url);
  const skills = await aloneOnDatabase(url, async (sql) => {
    await steps.step(
      "schema",
      () => migrate(url, sql),
      (count) => (count ? `schema: ${count} migrations applied` : "schema is up to date"),
    );
    return seedIfEmpty(steps, sql);
  });
  if (environment.MEILI_URL) {
    const { prepareIndex } = await import("@/lib/search/rebuild-index");
    await steps.step(
      "search index",
      () => prepareIndex(),
      () => "search index is ready",
    );
  }
  return skills;
}

async function seedIfEmpty(steps: Steps, sql: postgres.Sql): Promise<number> {
  const count = async () => {
    const [row] = await sql<{ skills: number }[]>`select count(*)::int as skills from skills`;
    return row?.skills ?? 0;
  };
  const before = await count();
  if (before > 0) return before;
  const { seedLibrary } = await import("@/db/seed");
  await steps.step(
    "starter library",
    (onProgress) => seedLibrary({ onProgress }),
    ({ skills, versions }) => `starter library: ${skills} skills in ${versions} versions`,
  );
  return count();
}

async function serve({ steps, host, port }: { steps: Steps; host: string; port: HeldPort }): Promise<void> {
  const [{ startServer }, { startWorker }] = await Promise.all([
    import("@/lib/http/server"),
    import("@/lib/worker/start"),
  ]);
  await port.release();
  open.server = await steps.step(
    "server",
    () => startServer({ port: port.port, host, dev, dir: PROJECT_ROOT }),
    () => "server listens",
  );
  open.worker = await startWorker();
}

/** Sentences are for the terminal; where exactly it broke is for whoever reports it. */
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
  // A reader that goes away (`npm start | head`) ends the printing, not the service.
  process.stdout.on("error", () => {});
  process.on("uncaughtException", (error) => {
    printLine(`\n${error.stack ?? error.message}`);
    void stop(1);
  });
  let first = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // npm passes on what the terminal has sent us already, so the same Ctrl-C may arrive twice.
      if (first && Date.now() - first < 1_000) return;
      if (first) printLine("Stopping at once.");
      else printLine("\nStopping: finishing what runs, then the engines.");
      void stop(0, Boolean(first));
      first ||= Date.now();
    });
  }
}

async function stop(code: number, hurry = false): Promise<void> {
  interrupted.abort();
  open.lock?.tell({ state: "stopping", url: null });
  await closeInTurn(open, hurry);
  open.lock?.release();
  if (code === 0) printLine("Stopped. The data stays.");
  process.exit(code);
}
