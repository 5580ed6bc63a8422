import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { throwAwayFolder } from "@/e2e/support/product";
import { outputOf, type Ran } from "@/e2e/support/programs";

const TIME_MS_MAX = 60_000;

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
  const installed = await start("npm", [
    "install",
    `${base}/client.tgz`,
    "--no-audit",
    "--no-fund",
    "--cache",
    `${home}/.npm`,
  ]);
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

function ran(program: string, args: string[], place: SpawnOptions, stdin: string): Promise<Ran> {
  const child = spawn(program, args, { ...place, stdio: "pipe", timeout: TIME_MS_MAX, killSignal: "SIGKILL" });
  // A program that does not read may end before all of it is written.
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return outputOf(child);
}
