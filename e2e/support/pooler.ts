import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { foundOrInstalled } from "@/e2e/support/browser";
import type { TestEngines } from "@/e2e/support/product";
import { endProcess, launch } from "@/lib/start/children";
import { tailOf } from "@/lib/start/files";
import { openPlace } from "@/lib/start/instance-layout";
import { freePort } from "@/lib/start/ports";

/** A PgBouncer in front of a test's Postgres. It keeps its address across restarts. */
export type Pooler = {
  /** The address of the database through the pooler. */
  url: string;
  /** Kills the pooler with all its connections and starts it again. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

export type PoolMode = "transaction" | "session" | "statement";

const PLACES = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"];
const START_MS_MAX = 10_000;

/**
 * Starts PgBouncer with its defaults in the given mode. `settings` are additional configuration lines. It runs as the
 * user of the engines, because it refuses to run as root.
 */
export async function startPooler(
  engines: Pick<TestEngines, "folder" | "postgres">,
  mode: PoolMode,
  settings: string[] = [],
): Promise<Pooler> {
  const binary = findPooler();
  const { runAs } = openPlace({ state: engines.folder });
  const port = await freePort();
  const folder = path.join(engines.folder, `pooler-${port}`);
  mkdirSync(folder, { mode: 0o700 });
  const database = new URL(engines.postgres.url);
  const files = {
    "pgbouncer.ini": [
      "[databases]",
      `* = host=127.0.0.1 port=${database.port}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = scram-sha-256",
      `auth_file = ${path.join(folder, "users.txt")}`,
      `pool_mode = ${mode}`,
      ...settings,
    ],
    "users.txt": [`"${database.username}" "${decodeURIComponent(database.password)}"`],
  };
  for (const [name, lines] of Object.entries(files)) {
    const file = path.join(folder, name);
    writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
    if (runAs) chownSync(file, runAs.uid, runAs.gid);
  }
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  const log = path.join(folder, "pgbouncer.log");

  const start = async () => {
    const args = [path.join(folder, "pgbouncer.ini")];
    const { pid } = launch({ binary, args, env: {}, cwd: folder, log, runAs });
    const until = Date.now() + START_MS_MAX;
    while (!(await listens(port))) {
      if (Date.now() > until) throw new Error(`PgBouncer does not start:\n${tailOf(log)}`);
      await sleep(25);
    }
    return pid;
  };
  let pid = await start();
  const url = new URL(database.href);
  url.port = String(port);
  const end = () => endProcess(pid, [{ signal: "SIGKILL", ms: 5_000 }]);
  return {
    url: url.href,
    async restart() {
      await end();
      pid = await start();
    },
    async close() {
      await end();
    },
  };
}

/**
 * PgBouncer from this machine, else Debian's package, which is installed now. Throws with instructions if it is not
 * available.
 */
function findPooler(): string {
  return foundOrInstalled(
    PLACES,
    "pgbouncer",
    "The tests of poolers need PgBouncer and it could not be installed. Install the package pgbouncer of your system.",
  );
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
