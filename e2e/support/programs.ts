import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";
import { takeLock } from "@/lib/start/lock";

/** Third-party programs that tests run, apart from the project's own packages: they ask for a newer Node. */
const FOLDER = path.join(PROJECT_ROOT, "e2e/programs");
const LOCK_FILE = path.join(FOLDER, "package-lock.json");
/** A copy of the lock file that was installed. */
const STAMP = path.join(FOLDER, "node_modules/.installed-lock.json");
const INSTALL = "ci --ignore-scripts --no-audit --no-fund --loglevel=error".split(" ");
let ready: Promise<void> | undefined;

/** The file of an installed program. Installs the programs first if their lock file has changed since. */
export async function programFile(program: string): Promise<string> {
  ready ??= installPrograms();
  await ready;
  return path.join(FOLDER, "node_modules", program);
}

/** Installs the programs unless they are installed. Several processes may call this at once. */
export async function installPrograms(): Promise<void> {
  if (isInstalled()) return;
  const lock = await takeLock(path.join(PROJECT_ROOT, ".cairn/programs.lock"), {
    waitFor: ["starting"],
    waitMs: 300_000,
  });
  try {
    if (isInstalled()) return;
    await npm(INSTALL);
    writeFileSync(STAMP, readFileSync(LOCK_FILE));
  } finally {
    lock.release();
  }
}

function isInstalled(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP).equals(readFileSync(LOCK_FILE));
}

async function npm(args: string[]): Promise<void> {
  const child = spawn("npm", args, { cwd: FOLDER, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`npm ${args[0]} in e2e/programs ended with ${code}:\n${said.slice(-2_000)}`);
}
