const LOOK_MS = 20;
/** A timer later than this was delayed by the machine's host or by other programs. */
const STANDSTILL_MS = 100;

let counted = 0;
let longest = 0;
let looked: number | undefined;

/** One sampler for the whole process, however many callers. */
function look(): void {
  const now = performance.now();
  if (looked === undefined) setInterval(look, LOOK_MS).unref();
  const passed = now - (looked ?? now);
  looked = now;
  counted += Math.min(passed, STANDSTILL_MS);
  longest = Math.max(longest, passed - LOOK_MS);
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

/**
 * Starts to measure how long this process, which is nearly idle, is not scheduled. The returned function returns the
 * longest such time in seconds; shorter delays may be caused by the machine.
 */
export function watchStandstill(): () => number {
  look();
  longest = 0;
  return () => longest / 1_000;
}
