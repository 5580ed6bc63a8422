import { type ChildProcessByStdio, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";
import { takeLock } from "@/lib/start/lock";

/** Third-party programs that tests run, apart from the project's own packages: they ask for a newer Node. */
const FOLDER = path.join(PROJECT_ROOT, "e2e/programs");
const LOCK_FILE = path.join(FOLDER, "package-lock.json");
/** A copy of the lock file that was installed. */
const STAMP = path.join(FOLDER, "node_modules/.installed-lock.json");
const INSTALL = "ci --ignore-scripts --no-audit --no-fund --loglevel=error".split(" ");
const TIME_MS_MAX = 100_000;
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
  const { code, stdout, stderr } = await outputOf(
    spawn("npm", args, { cwd: FOLDER, stdio: ["ignore", "pipe", "pipe"] }),
  );
  const said = `${stdout}${stderr}`.slice(-2_000);
  if (code !== 0) throw new Error(`npm ${args[0]} in e2e/programs ended with ${code}:\n${said}`);
}

export type Ran = { code: number | null; stdout: string; stderr: string };

/**
 * Runs a JavaScript program of a package in e2e/programs with this Node, in its own folder and home directory, so that it
 * reads and writes nothing elsewhere. Resolves when it ends; a program that takes too long ends with code null.
 */
export async function runProgram(
  program: string,
  args: string[],
  { folder, imports = [] }: { folder: string; imports?: string[] },
): Promise<Ran> {
  const home = path.join(folder, "home");
  mkdirSync(home, { recursive: true });
  const { PATH = "" } = process.env;
  const file = await programFile(program);
  const child = spawn(process.execPath, [...imports.flatMap((each) => ["--import", each]), file, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH,
      HOME: home,
      NODE_ENV: "production",
      NO_COLOR: "1",
      CI: "1",
      DO_NOT_TRACK: "1",
      DISABLE_TELEMETRY: "1",
    },
    timeout: TIME_MS_MAX,
    killSignal: "SIGKILL",
  });
  return outputOf(child);
}

/** What a program writes until it ends. Code null where it could not start or was killed. */
export function outputOf(
  child: ChildProcessWithoutNullStreams | ChildProcessByStdio<null, Readable, Readable>,
): Promise<Ran> {
  const ran: Ran = { code: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    ran.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    ran.stderr += text;
  });
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ ...ran, stderr: `${ran.stderr}${error.message}` }));
    child.once("close", (code) => resolve({ ...ran, code }));
  });
}
