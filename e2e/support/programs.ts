import { type ChildProcess, type ChildProcessByStdio, type SpawnOptions, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { throwAwayFolder } from "@/e2e/support/product";
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
  const { code, stdout, stderr } = await ran("npm", args, { cwd: FOLDER, timeout: undefined });
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
  const env = {
    PATH,
    HOME: home,
    NODE_ENV: "production",
    NO_COLOR: "1",
    CI: "1",
    DO_NOT_TRACK: "1",
    DISABLE_TELEMETRY: "1",
  } as const;
  return ran(process.execPath, [...imports.flatMap((each) => ["--import", each]), file, ...args], { cwd: folder, env });
}

function ran(program: string, args: string[], place: SpawnOptions, stdin = ""): Promise<Ran> {
  const child = spawn(program, args, { timeout: TIME_MS_MAX, killSignal: "SIGKILL", ...place, stdio: "pipe" });
  // A program that does not read may end before all of it is written.
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return outputOf(child);
}

/** What a program writes until it ends. Code null where it could not start, was killed or took too long. */
export function outputOf(child: ChildProcessByStdio<Writable | null, Readable, Readable>): Promise<Ran> {
  const said: Ran = { code: null, stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ ...said, stderr: `${said.stderr}${error.message}` }));
    child.once("close", (code) => resolve({ ...said, code }));
  });
}

type Run = { stdin?: string; env?: Record<string, string> };

/** The published package, installed with npm into a fresh folder, and its program, with a home of its own. */
export type Cli = {
  folder: string;
  home: string;
  packageFolder: string;
  /** The file that npm links as `cairn`. */
  bin: string;
  /** Runs `cairn` with these arguments, without a terminal. */
  run(args: string[], options?: Run): Promise<Ran>;
  /** Starts `cairn` without waiting for its end. */
  start(args: string[], options?: Run): ChildProcess;
  /** Runs a text as a shell script that ends at its first failure; `cairn` is on its path. */
  shell(text: string): Promise<Ran>;
  /** Runs a module in the folder, where `cairn-client` can be imported. */
  script(name: string, text: string): Promise<Ran>;
  node(args: string[], options?: Run): Promise<Ran>;
};

/** Installs `{base}/client.tgz` as its manual says. */
export async function installClient(base: string): Promise<Cli> {
  const folder = throwAwayFolder("client");
  const home = path.join(folder, "home");
  mkdirSync(home);
  writeFileSync(path.join(folder, "package.json"), '{"type": "module"}\n');
  const binFolder = path.join(folder, "node_modules/.bin");
  const surroundings = { PATH: `${binFolder}:${process.env.PATH}`, HOME: home, TZ: "UTC" };
  const place = (env: Run["env"]) =>
    ({ cwd: folder, env: { NODE_ENV: "production", ...surroundings, ...env } }) as const;
  const start = (program: string, args: string[], { stdin = "", env }: Run = {}) =>
    ran(program, args, place(env), stdin);
  const bin = path.join(binFolder, "cairn");
  const install = `install ${base}/client.tgz --no-audit --no-fund --cache ${home}/.npm`;
  const installed = await start("npm", install.split(" "));
  if (installed.code !== 0)
    throw new Error(`npm could not install the package:\n${installed.stdout}${installed.stderr}`);
  return {
    folder,
    home,
    packageFolder: path.join(folder, "node_modules/cairn-client"),
    bin,
    run: (args, options) => start(bin, args, options),
    start: (args, { env } = {}) => spawn(bin, args, { ...place(env), stdio: "ignore" }),
    shell: (text) => start("sh", ["-ec", text]),
    script: (name, text) => {
      writeFileSync(path.join(folder, name), text);
      return start(process.execPath, [name]);
    },
    node: (args, options) => start(process.execPath, args, options),
  };
}
