import { execFile } from "node:child_process";
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { ensureDatabase } from "@/db/start";
import { postgresBinaries } from "@/lib/start/binaries";
import { commandOf, endProcess, isAlive, launch } from "@/lib/start/children";
import { tailOf } from "@/lib/start/files";
import { ownFolder, type Place, secretFile } from "@/lib/start/instance-layout";
import { freePort } from "@/lib/start/ports";

export type Postgres = {
  /** Includes the password and `sslmode=disable`, for any client. */
  url: string;
  port: number;
  pid: number;
  version: string;
  folder: string;
  /** `found`: one of our servers was still running, as after a kill -9 of the starter. */
  how: "created" | "started" | "found";
};

const DATABASE = "cairn";
/** The superuser of the embedded database. */
const CLUSTER_USER = "cairn";
const START_MS_MAX = 120_000;

/**
 * Provides the embedded Postgres on 127.0.0.1 with its data in this instance: reuses a running server, else starts it,
 * else creates the cluster first. Throws with the end of its log when it does not start.
 */
export async function startPostgres(place: Place, wantedPort?: number): Promise<Postgres> {
  const { folder: binaries, version, major } = postgresBinaries(place);
  const password = secretFile(place, "postgres-password");
  const folder = path.join(place.data, `postgres-${major}`);
  const isNew = !existsSync(path.join(folder, "PG_VERSION"));
  if (isNew) await createCluster(place, { binaries, folder, password });

  const address = (port: number, pid: number) => ({ url: urlOf(port, password), port, pid, version, folder });
  const live = await findLive(folder, password, version);
  if (live) return { ...address(live.port, live.pid), how: "found" };

  const log = path.join(place.state, "logs", "postgres.log");
  const until = Date.now() + START_MS_MAX;
  let port = await freePort(wantedPort ?? lastPort(folder));
  while (Date.now() < until) {
    dropForeignLock(folder);
    const { pid } = launch({
      binary: path.join(binaries, "bin/postgres"),
      args: ["-D", folder, ...settings(port)],
      env: { LC_MESSAGES: "C" },
      cwd: folder,
      log,
      runAs: place.runAs,
    });
    if (await becameReady(pid, folder, until)) {
      await ensureDatabase(urlOf(port, password, "postgres"), DATABASE);
      return { ...address(port, pid), how: isNew ? "created" : "started" };
    }
    const reason = tailOf(log, 6);
    // Another process took the port, or the last processes of a killed server are still exiting. Both are temporary.
    if (/could not bind|Address already in use/.test(reason)) port = await freePort();
    else if (!/lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(reason)) break;
    await sleep(300);
  }
  throw new Error(`Postgres does not start. The end of ${log}:\n${tailOf(log)}`);
}

/**
 * Creates the data folder of a new Postgres under another name and renames it, so a start killed half-way leaves no
 * partial cluster. Throws when data of another version exists, so that it is not silently ignored.
 */
async function createCluster(
  place: Place,
  cluster: { binaries: string; folder: string; password: string },
): Promise<void> {
  const others = readdirSync(place.data).filter(
    (name) => /^postgres-\d+$/.test(name) && path.join(place.data, name) !== cluster.folder,
  );
  if (others.length > 0) {
    throw new Error(
      `${place.data} holds the data of another Postgres version (${others.join(", ")}). Migrate it with pg_upgrade or a dump, or move the folder away.`,
    );
  }
  const beside = `${cluster.folder}.new`;
  rmSync(beside, { recursive: true, force: true });
  ownFolder(place, beside);
  const passwordFile = path.join(place.data, "initdb-password");
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if (place.runAs) chownSync(passwordFile, place.runAs.uid, place.runAs.gid);
  const initdb = (locale: string) =>
    promisify(execFile)(
      path.join(cluster.binaries, "bin/initdb"),
      [
        "-D",
        beside,
        `--username=${CLUSTER_USER}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
      ].concat(["--locale-provider=builtin", "--builtin-locale=C.UTF-8", `--locale=${locale}`, "--no-instructions"]),
      {
        cwd: place.data,
        env: { NODE_ENV: "production", PATH: process.env.PATH, TZ: "UTC", LC_ALL: "C" },
        ...(place.runAs && { uid: place.runAs.uid, gid: place.runAs.gid }),
      },
    );
  try {
    // Collation is Postgres's built-in C.UTF-8; the system's own is missing on some systems and not needed.
    await initdb("C.UTF-8").catch(() => initdb("C"));
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(beside, cluster.folder);
}

/**
 * Stops Postgres cleanly (with a checkpoint, so no recovery is needed); `hurry` skips the checkpoint and leaves
 * recovery to the next start.
 */
export async function stopPostgres(pid: number, hurry = false): Promise<void> {
  const orderly = { signal: "SIGINT", ms: 3_200 } as const;
  const immediate = { signal: "SIGQUIT", ms: 1_200 } as const;
  await endProcess(pid, hurry ? [immediate] : [orderly, immediate]);
}

function urlOf(port: number, password: string, database = DATABASE): string {
  return `postgres://${CLUSTER_USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** No Unix sockets (their paths are limited to 107 characters), loopback addresses only, durable writes. */
function settings(port: number): string[] {
  const values = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    shared_buffers: "128MB",
    max_connections: 60,
    fsync: "on",
    logging_collector: "off",
    log_timezone: "UTC",
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

type PidFile = { pid: number; port: number; ready: boolean };

/** postmaster.pid: process, folder, start time, port, socket folder, address, shared memory, status. */
function readPidFile(folder: string): PidFile | null {
  const file = path.join(folder, "postmaster.pid");
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, "utf8").split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: (lines[7] ?? "").startsWith("ready") };
}

function lastPort(folder: string): number | undefined {
  const options = path.join(folder, "postmaster.opts");
  const port = existsSync(options) ? /"port=(\d+)"/.exec(readFileSync(options, "utf8"))?.[1] : undefined;
  return port ? Number(port) : undefined;
}

/**
 * The server that already runs on this folder. A server of another version is stopped, because its programs may be
 * gone.
 */
async function findLive(folder: string, password: string, version: string): Promise<PidFile | null> {
  const file = readPidFile(folder);
  if (!file || !isOurs(file.pid, folder)) return null;
  const until = Date.now() + START_MS_MAX;
  while (isAlive(file.pid) && Date.now() < until) {
    const running = readPidFile(folder);
    if (running?.ready) {
      const answered = await ensureDatabase(urlOf(running.port, password, "postgres"), DATABASE).catch(() => null);
      if (answered?.startsWith(version)) return running;
      await stopPostgres(file.pid);
      return null;
    }
    await sleep(50);
  }
  return null;
}

/** After a machine crash another process may have the pid in postmaster.pid, and Postgres would wait for it. */
function dropForeignLock(folder: string): void {
  const file = readPidFile(folder);
  if (file && isAlive(file.pid) && !isOurs(file.pid, folder))
    rmSync(path.join(folder, "postmaster.pid"), { force: true });
}

function isOurs(pid: number, folder: string): boolean {
  return isAlive(pid) && commandOf(pid).includes(folder);
}

/** False when the server exited instead; the log has the reason. */
async function becameReady(pid: number, folder: string, until: number): Promise<boolean> {
  while (isAlive(pid) && Date.now() < until) {
    const file = readPidFile(folder);
    if (file?.pid === pid && file.ready) return true;
    await sleep(25);
  }
  return false;
}
