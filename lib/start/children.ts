import { execFileSync, spawn } from "node:child_process";
import { closeSync, readFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { openLog } from "@/lib/start/files";
import type { Person } from "@/lib/start/instance-layout";

export type Launch = {
  binary: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  log: string;
  runAs: Person | null;
};

/**
 * Starts an engine in its own session: a Ctrl-C in the terminal reaches only this process, which stops the engines in
 * order. The environment is exactly `env` plus PATH, so a stray PGPORT or MEILI_ENV has no effect.
 */
export function launch(start: Launch): { pid: number; ended: Promise<void> } {
  const log = openLog(start.log);
  try {
    const child = spawn(start.binary, start.args, {
      detached: true,
      stdio: ["ignore", log, log],
      cwd: start.cwd,
      env: { NODE_ENV: "production", PATH: process.env.PATH, TZ: "UTC", ...start.env },
      ...(start.runAs && { uid: start.runAs.uid, gid: start.runAs.gid }),
    });
    const ended = new Promise<void>((resolve) => {
      child.on("exit", () => resolve());
      child.on("error", () => resolve());
    });
    if (child.pid === undefined) throw new Error(`${start.binary} cannot be started.`);
    child.unref();
    return { pid: child.pid, ended };
  } finally {
    closeSync(log);
  }
}

/**
 * Whether a process runs. A zombie does not count: in a container without init nothing reaps it, so it would stay
 * forever. While the main thread is a zombie, other threads may still be exiting; until they have, the process still
 * holds its files and its port.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const fields = statFields(pid);
  return fields?.[0] !== "Z" || Number(fields[17]) > 1;
}

/**
 * The command line of a process, empty when unknown. Distinguishes our engine from another process that reused its pid.
 */
export function commandOf(pid: number): string {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

/**
 * The start time of a process, to be compared for equality only. Pid and start time together identify a process
 * uniquely.
 */
export function birthOf(pid: number): string {
  try {
    if (process.platform === "linux") return statFields(pid)?.[19] ?? "";
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

/** Waits for a process to exit; false when it still runs after `ms`. */
export async function hasEnded(pid: number, ms: number): Promise<boolean> {
  const until = Date.now() + ms;
  while (isAlive(pid)) {
    if (Date.now() >= until) return false;
    await sleep(25);
  }
  return true;
}

const NICE_MAX = 19;

/**
 * Raises the nice value of a process to `by` above ours, at most 19. Threads that it starts later inherit it. Never
 * throws: an ordinary user may not lower a nice value, and the process may have ended.
 */
export function giveWay(pid: number | undefined, by: number): void {
  if (pid === undefined || by <= 0) return;
  try {
    setPriority(pid, Math.min(getPriority() + by, NICE_MAX));
  } catch {
    // It runs at the priority that it has.
  }
}

/** Sends the signals one after the other until the process has exited. */
export async function endProcess(pid: number, signals: { signal: NodeJS.Signals; ms: number }[]): Promise<void> {
  for (const { signal, ms } of signals) {
    if (!isAlive(pid)) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await hasEnded(pid, ms)) return;
  }
}

/** The fields of /proc/<pid>/stat after the name (which may contain spaces and brackets), starting with the state. */
function statFields(pid: number): string[] | null {
  if (process.platform !== "linux") return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
