import { type ChildProcessByStdio, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { programFile } from "@/e2e/support/programs";

const TIME_MS_MAX = 100_000;

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
