/** CPU milliseconds of the work in all threads of this process. */
export async function processorMs(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** A step that never gets below its bound is tried this often before it counts as too slow. */
const RUNS_MAX = 8;

/**
 * Milliseconds that the work takes on an idle core: the minimum of several runs. A run of at most `enoughMs` is not
 * repeated, because a second run could only confirm it.
 *
 * Disturbances only add time: compilation, garbage collection, caches evicted by other processes, a core whose sibling
 * thread is busy. Disturbances longer than eight runs, such as a slower CPU, are corrected by a reference. A run above
 * the bound is divided by the slowdown of a fixed piece of work, measured right before and after it, relative to the
 * idle core for which all bounds are meant.
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

/** Milliseconds of four reference runs on the idle core for which the bounds are meant. */
export const REFERENCE_MS = 11;
/** The correction for a slow machine is limited. */
const SLOWNESS_MAX = 4;

/** The work that takes REFERENCE_MS on the idle core for which the bounds are meant. */
export function referenceRuns(): void {
  for (let count = 0; count < 4; count += 1) referenceWork();
}

/** How many times longer a fixed piece of work takes now than on an idle core; at least 1. */
async function slowness(): Promise<number> {
  const took = await processorMs(referenceRuns);
  return Math.min(Math.max(took / REFERENCE_MS, 1), SLOWNESS_MAX);
}

const TEXT = Array.from({ length: 4_000 }, (_, n) => `word${(n * 7_919) % 1_009} x${n.toString(36)}=${n % 97}; `).join(
  "",
);

/** Expressions, strings, maps and sorting, as in the measured steps. */
export function referenceWork(): number {
  const counts = new Map<string, number>();
  for (const [word] of TEXT.matchAll(/(?<![\w-])[a-z]+\d*(?==|\s)/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = TEXT.toUpperCase().split(/[\s;=]+/);
  words.sort();
  return counts.size + words.join(" ").search(/Z{9}$/);
}

for (let warm = 0; warm < 20; warm += 1) referenceWork();

/**
 * Expects work to take at most `boundMs`. `measure` does the work and returns the milliseconds that it took. The first
 * time above the bound is reported beside the time of a fixed piece of work, and the work is measured once more; it
 * throws when that is above the bound too. Only for tests tagged `@slow`: they run alone.
 */
export async function expectWithin(
  what: string,
  boundMs: number,
  measure: () => number | Promise<number>,
): Promise<void> {
  const first = await measure();
  if (first <= boundMs) return;
  const reference = await processorMs(referenceRuns);
  console.log(
    `slower than its bound on this machine: ${what} took ${first.toFixed(1)} ms, its bound is ${boundMs} ms; ` +
      `the reference work took ${reference.toFixed(1)} ms, on the machine of the bounds ${REFERENCE_MS} ms`,
  );
  const second = await measure();
  if (second > boundMs)
    throw new Error(
      `${what} took ${first.toFixed(1)} and then ${second.toFixed(1)} ms; its bound is ${boundMs} ms (the reference work: ` +
        `${reference.toFixed(1)} ms, on the machine of the bounds ${REFERENCE_MS} ms).`,
    );
}

const LOOK_MS = 20;
/** A timer later than this was delayed by the machine's host or by other programs. */
const STANDSTILL_MS = 100;

let counted = 0;
let looked: number | undefined;

/** One sampler for the whole process, however many callers. */
function look(): void {
  const now = performance.now();
  if (looked === undefined) setInterval(look, LOOK_MS).unref();
  const passed = now - (looked ?? now);
  looked = now;
  counted += Math.min(passed, STANDSTILL_MS);
}

/**
 * Milliseconds since now, excluding stalls of this process: during a stall, most likely the other processes could not
 * run either.
 */
export function startStopwatch(): () => number {
  look();
  const begun = counted;
  return () => {
    look();
    return counted - begun;
  };
}
