import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { isAlive } from "@/lib/start/children";

/**
 * Pauses a server and all its children during their work: sockets stay open and nothing responds. Returns a function
 * that resumes them.
 */
export function freeze(pid: number): () => void {
  const frozen: number[] = [];
  const send = (each: number, signal: NodeJS.Signals) => {
    if (isAlive(each)) process.kill(each, signal);
  };
  // The parent first, so that it starts no more children.
  for (let next: number[] = [pid]; next.length > 0; next = childrenOf(next)) {
    for (const each of next) send(each, "SIGSTOP");
    frozen.push(...next);
  }
  return () => {
    for (const each of frozen.reverse()) send(each, "SIGCONT");
  };
}

function childrenOf(parents: readonly number[]): number[] {
  return processes().flatMap(({ pid, parent }) => (parents.includes(parent) ? [pid] : []));
}

function processes(): Array<{ pid: number; parent: number }> {
  if (process.platform !== "linux") {
    const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
    return lines.map((line) => {
      const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent };
    });
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        return [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) }];
      } catch {
        return [];
      }
    });
}
