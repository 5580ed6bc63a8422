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
