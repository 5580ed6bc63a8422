import { readFileSync } from "node:fs";

type Spent = { stolen: number; all: number };

/**
 * Starts to measure the CPU time that the host of a virtual machine gives to others ("steal"). The returned function
 * returns the share since then; 0 if it is not reported.
 */
export function watchCpuSteal(): () => number {
  const before = spent();
  return () => {
    const now = spent();
    return now.all === before.all ? 0 : (now.stolen - before.stolen) / (now.all - before.all);
  };
}

function spent(): Spent {
  try {
    // user nice system idle iowait irq softirq steal; the following columns are already counted in the first two.
    const [, ...times] =
      readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.split(/\s+/).slice(0, 9).map(Number) ?? [];
    return { stolen: times[7] ?? 0, all: times.reduce((sum, time) => sum + time, 0) };
  } catch {
    return { stolen: 0, all: 0 };
  }
}
