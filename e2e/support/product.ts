import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { commandOf, endProcess, hasEnded, isAlive } from "@/lib/start/children";
import { tailOf } from "@/lib/start/files";
import { openPlace, type Place, PROJECT_ROOT, removePlace, secretFile } from "@/lib/start/instance-layout";
import { lockHolder } from "@/lib/start/lock";
import { type Meilisearch, startMeilisearch, stopMeilisearch } from "@/lib/start/meilisearch";
import { freePort } from "@/lib/start/ports";
import { type Postgres, startPostgres, stopPostgres } from "@/lib/start/postgres";

/** An engine under test. It keeps its address across restarts. */
type TestEngine = {
  readonly url: string;
  pid(): number;
  kill9(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Freezes the process: it accepts connections and never responds. */
  pause(): void;
  resume(): void;
};

export type TestEngines = {
  folder: string;
  postgres: TestEngine;
  /** Null when started with `meilisearch: false`. */
  meili: (TestEngine & { masterKey: string; wipe(): Promise<void> }) | null;
  /** The environment of an app that uses these engines. */
  environment: Record<string, string>;
  /** Stops them and deletes their data. */
  close(): Promise<void>;
};

/** A folder for one test run; everything in it is temporary. `npm test` sets one for all its parts. */
export function throwAwayFolder(name = "product"): string {
  const parent = process.env.CAIRN_TEST_DIR ?? realpathSync(tmpdir());
  const folder = mkdtempSync(path.join(parent, `cairn-${name}-`));
  // When started as root, the engines run as another user, who needs access to their data.
  chmodSync(folder, 0o711);
  return folder;
}

/** Starts separate embedded engines for one test or run. No migration has run yet: the first app does that. */
export async function startEngines(
  folder = throwAwayFolder(),
  options: { meilisearch?: boolean } = {},
): Promise<TestEngines> {
  const place = openPlace({ state: folder });
  const [postgres, meilisearch] = await Promise.all([
    startPostgres(place),
    options.meilisearch === false ? null : startMeilisearch(place),
  ]);
  const environment: Record<string, string> = { DATABASE_URL: postgres.url, CAIRN_SECRET: secretFile(place, "secret") };
  if (meilisearch) {
    Object.assign(environment, { MEILI_URL: meilisearch.url, MEILI_KEY: meilisearch.masterKey });
  }
  const tested = { postgres: testPostgres(place, postgres), meili: meilisearch && testMeilisearch(place, meilisearch) };
  return {
    folder,
    ...tested,
    environment,
    async close() {
      tested.postgres.resume();
      tested.meili?.resume();
      await Promise.all([tested.postgres.stop(), tested.meili?.stop()]);
      await cleanUp(folder);
    },
  };
}

function testPostgres(place: Place, engine: Postgres): TestEngine {
  let current = engine;
  return {
    url: engine.url,
    ...signals(() => current.pid),
    stop: () => stopPostgres(current.pid),
    start: async () => {
      current = await startPostgres(place, engine.port);
      if (current.port !== engine.port)
        throw new Error(`Port ${engine.port} is taken: nobody would find the database.`);
    },
  };
}

function testMeilisearch(place: Place, engine: Meilisearch): NonNullable<TestEngines["meili"]> {
  let current = engine;
  const start = async () => {
    current = await startMeilisearch(place, engine.port);
    if (current.port !== engine.port) throw new Error(`Port ${engine.port} is taken: nobody would find the engine.`);
  };
  return {
    url: engine.url,
    masterKey: engine.masterKey,
    ...signals(() => current.pid),
    stop: () => stopMeilisearch(current.pid),
    start,
    async wipe() {
      await endProcess(current.pid, [{ signal: "SIGKILL", ms: 5_000 }]);
      rmSync(current.folder, { recursive: true, force: true });
      await start();
    },
  };
}

function signals(pid: () => number): Pick<TestEngine, "pid" | "kill9" | "pause" | "resume"> {
  const send = (signal: NodeJS.Signals) => {
    if (isAlive(pid())) process.kill(pid(), signal);
  };
  return {
    pid,
    async kill9() {
      send("SIGKILL");
      if (!(await hasEnded(pid(), 5_000))) throw new Error(`Process ${pid()} outlived SIGKILL.`);
    },
    pause: () => send("SIGSTOP"),
    resume: () => send("SIGCONT"),
  };
}

export type App = {
  url: string;
  pid: number;
  kill9(): Promise<void>;
  /** SIGTERM, as a supervisor would; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Its complete output so far. */
  log(): string;
};

type Start = {
  engines: Pick<TestEngines, "folder" | "environment">;
  port?: number;
  env?: Record<string, string>;
  /** A built checkout to start instead of this one. */
  root?: string;
};

/**
 * Starts the whole program as `npm start` does, on the given engines: migrates, fills an empty library, indexes,
 * serves. Rate limits are off unless `env` sets them. Resolves when it is ready; throws with its output if it exits
 * instead.
 */
export async function startApp(options: Start): Promise<App> {
  const { app, ready } = beginApp({ ...options, port: options.port ?? (await freePort()) });
  await ready;
  return app;
}

/**
 * The same without waiting: `ready` resolves when it is ready and rejects if it exits instead, `ended` is its exit
 * code.
 */
export function beginApp(options: Start & { port: number }): {
  app: App;
  ready: Promise<void>;
  ended: Promise<number | null>;
} {
  const { port, root = PROJECT_ROOT } = options;
  const folder = path.join(options.engines.folder, `app-${port}`);
  mkdirSync(folder, { recursive: true });
  const log = path.join(folder, "output.log");
  const output = openSync(log, "a");
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const child = spawn("/bin/sh", ["-c", scripts.start], {
    cwd: root,
    stdio: ["ignore", output, output],
    env: {
      ...process.env,
      // The script says `node`, without a path.
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      NODE_OPTIONS: "",
      HOST: "127.0.0.1",
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
      RATE_LIMITS: "off",
      // Nobody listens there: no test of a running app asks the registry of the world.
      NPM_REGISTRY: "http://127.0.0.1:9",
      RELEASES: "off",
      ...options.engines.environment,
      ...options.env,
      CAIRN_DATA_DIR: folder,
    },
  });
  closeSync(output);
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const pid = child.pid ?? 0;
  const app = {
    url: `http://localhost:${port}`,
    pid,
    async kill9() {
      child.kill("SIGKILL");
      await ended;
    },
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
    log: () => readFileSync(log, "utf8"),
  };
  return { app, ready: becameReady(pid, path.join(folder, "lock"), log), ended };
}

async function becameReady(pid: number, lock: string, log: string): Promise<void> {
  const until = Date.now() + 180_000;
  while (lockHolder(lock)?.state !== "running") {
    if (!isAlive(pid)) throw new Error(`The app ended before it was ready:\n${tailOf(log, 40)}`);
    if (Date.now() > until) throw new Error(`The app is not ready after three minutes:\n${tailOf(log, 40)}`);
    await sleep(50);
  }
}

/** Stops all processes that use a temporary folder and deletes it, including leftovers of a killed test run. */
export async function cleanUp(folder: string): Promise<void> {
  const places = statesIn(folder).map((state) => openPlace({ state }));
  const homes = [folder, ...places.map((place) => place.data)];
  const apps = places.map((place) => lockHolder(path.join(place.state, "lock"))?.pid ?? 0).filter((pid) => pid > 0);
  const engines = processes().filter((pid) => homes.some((home) => commandOf(pid).includes(`${home}/`)));
  const kill = (pid: number) => endProcess(pid, [{ signal: "SIGKILL", ms: 5_000 }]);
  await Promise.all(apps.map(kill));
  await Promise.all(engines.map(kill));
  for (const place of places) removePlace(place);
  rmSync(folder, { recursive: true, force: true });
}

/** Engines outlive the process that started them: at the end by a signal all that uses this folder is stopped first. */
export function cleanUpOnSignals(folder: string): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void cleanUp(folder).finally(() => process.exit(130)));
}

/** Every data folder inside: a run contains engines, and apps below them. */
function statesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const here = entries.some((entry) => entry.name === "instance.json") ? [folder] : [];
  const inside = entries.filter((entry) => entry.isDirectory() && /^(cairn-|app-)/.test(entry.name));
  return [...here, ...inside.flatMap((entry) => statesIn(path.join(folder, entry.name)))];
}

function processes(): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

/** Mounts a file system of `mb` megabytes at a new folder; null if this process may not mount one. */
export function mountSmallDisk(folder: string, mb: number): { unmount(): void } | null {
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mb}m,mode=755`, "tmpfs", folder]);
  if (mounted.status !== 0) return null;
  return {
    unmount() {
      // A lazy unmount, because a server may still hold a file open.
      spawnSync("umount", ["-l", folder]);
    },
  };
}
