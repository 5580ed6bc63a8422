/** Milliseconds of the processor that the work takes in all threads of this process. */
export async function processorMs(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** A step that never gets below its bound is tried so often before it counts as too slow. */
const RUNS_MAX = 8;

/**
 * Milliseconds of the processor that the work costs: the least of several runs. Work that is not above `enoughMs` once is
 * not run again, because a second run can only say the same. Whatever disturbs a measurement adds time and never takes some
 * away: code that is compiled while it runs, memory that is tidied, caches that other processes have emptied, a core whose
 * other half is busy, time that the host withholds. So one run within the bound proves that the work needs no more, and work
 * that truly costs more than the bound is above it in every run.
 */
export async function leastProcessorMs(enoughMs: number, work: () => unknown, runsMax = RUNS_MAX): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runsMax && least > enoughMs; run += 1) least = Math.min(least, await processorMs(work));
  return least;
}
