import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The parts of a server's work: its own process, the search engine, and Postgres with all its processes. */
export const PARTS = ["web", "engine", "postgres"] as const;
export type Cpu = Record<(typeof PARTS)[number], number>;
export type Pids = Record<keyof Cpu, number>;

export type CpuMeter = {
  start(): void;
  stop(): void;
  /** Milliseconds between all starts and stops; null if the system does not report them. */
  spent(): Cpu | null;
};

/**
 * Measures CPU time thread by thread in nanoseconds (`/proc/PID/task/…/schedstat`), because `/proc/PID/stat` counts in
 * hundredths of a second.
 */
export function cpuMeter(pids: Pids): CpuMeter {
  const total: Cpu = { web: 0, engine: 0, postgres: 0 };
  let before: Array<Map<string, number>> = [];
  const isKnown = existsSync(`/proc/${process.pid}/schedstat`);
  const now = () => PARTS.map((part) => threadTimes(part === "postgres" ? withChildren(pids[part]) : [pids[part]]));
  return {
    start() {
      if (isKnown) before = now();
    },
    stop() {
      if (!isKnown) return;
      for (const [index, times] of now().entries()) {
        const part = PARTS[index] ?? "web";
        for (const [thread, ms] of times) total[part] += ms - (before[index]?.get(thread) ?? 0);
      }
    },
    spent: () => (isKnown ? { ...total } : null),
  };
}

/** Resident memory of a process in MB; null if the system does not report it. */
export function residentMb(pid: number): number | null {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/status`))?.[1];
  return kb === undefined ? null : Number(kb) / 1_024;
}

function withChildren(pid: number): number[] {
  if (pid === 0) return [];
  return [pid, ...textOf(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number)];
}

function threadTimes(pids: number[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const pid of pids) {
    const folder = `/proc/${pid}/task`;
    if (pid === 0 || !existsSync(folder)) continue;
    for (const thread of readdirSync(folder)) {
      const [nanoseconds] = textOf(`${folder}/${thread}/schedstat`).split(" ");
      times.set(thread, Number(nanoseconds) / 1e6);
    }
  }
  return times;
}

/** Threads and processes may end at any time. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
