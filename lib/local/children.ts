import { execFileSync, spawn } from "node:child_process";
import { closeSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openLog } from "@/lib/local/files";
import type { Person } from "@/lib/local/place";

export type Launch = {
  binary: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  log: string;
  runAs: Person | null;
};

/**
 * Starts an engine in its own session, so that a Ctrl-C in the terminal reaches only us and we stop the engines in
 * order. Its environment is exactly `env` plus PATH: a stray PGPORT or MEILI_ENV of the caller changes nothing.
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
 * Whether a process runs. A zombie does not: where nobody reaps, as in a container without init, it would live for ever. But
 * its first thread may be one while the others still end, and until then they hold its files and its port.
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

/** The command line of a process, empty when unknown. Tells our engine from a stranger that got its number later. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

/** When a process began, in a form that only equals itself: number and beginning together name a process for good. */
export function birthOf(pid: number): string {
  try {
    if (process.platform === "linux") return statFields(pid)?.[19] ?? "";
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

/** Waits for a process to end; false when it still runs after `ms`. */
export async function hasEnded(pid: number, ms: number): Promise<boolean> {
  const until = Date.now() + ms;
  while (isAlive(pid)) {
    if (Date.now() >= until) return false;
    await sleep(25);
  }
  return true;
}

/** Sends each signal in turn until the process has ended. */
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

/** The fields of /proc/<pid>/stat after the name, which may hold spaces and brackets: state first. */
function statFields(pid: number): string[] | null {
  if (process.platform !== "linux") return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
