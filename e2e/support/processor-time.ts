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
 * Milliseconds of a quiet core that the work costs: the least of several runs. Work that is not above `enoughMs` once is
 * not run again, because a second run can only say the same.
 *
 * Disturbances add time and never take some away: compilation, garbage collection, caches that other processes have emptied,
 * a core whose other half is busy. What lasts longer than eight runs, such as a slower processor, is taken out by a reference:
 * a run above the bound counts as many times less as a fixed piece of work took longer right before and right after it than
 * on the quiet core for which all bounds are meant.
 */
export async function leastProcessorMs(enoughMs: number, work: () => unknown, runsMax = RUNS_MAX): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  let before: number | undefined;
  for (let run = 0; run < runsMax && least > enoughMs; run += 1) {
    const took = await processorMs(work);
    least = Math.min(least, took);
    if (least <= enoughMs) break;
    const after = await slowness();
    if (before !== undefined) least = Math.min(least, took / Math.min(before, after));
    before = after;
  }
  return least;
}

/** Milliseconds that four runs of the reference take on the quiet core for which the bounds are meant. */
const REFERENCE_MS = 11;
/** A machine that is slower still does not pass for a quick one. */
const SLOWNESS_MAX = 4;

/** How many times longer than on a quiet core a fixed piece of work takes now; at least 1. */
async function slowness(): Promise<number> {
  const took = await processorMs(() => {
    for (let count = 0; count < 4; count += 1) referenceWork();
  });
  return Math.min(Math.max(took / REFERENCE_MS, 1), SLOWNESS_MAX);
}

const TEXT = Array.from({ length: 4_000 }, (_, n) => `word${(n * 7_919) % 1_009} x${n.toString(36)}=${n % 97}; `).join(
  "",
);

/** Expressions, strings, maps and sorting: what the measured steps are made of. */
function referenceWork(): number {
  const counts = new Map<string, number>();
  for (const [word] of TEXT.matchAll(/(?<![\w-])[a-z]+\d*(?==|\s)/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = TEXT.toUpperCase().split(/[\s;=]+/);
  words.sort();
  return counts.size + words.join(" ").search(/Z{9}$/);
}

for (let warm = 0; warm < 20; warm += 1) referenceWork();
