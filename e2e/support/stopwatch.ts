const LOOK_MS = 20;
/** A turn that comes later than this was kept from this process: by the machine's host, or by what else runs on it. */
const STANDSTILL_MS = 100;

let counted = 0;
let longest = 0;
let looked: number | undefined;

/** One look for the whole process, however many ask. */
function look(): void {
  const now = performance.now();
  if (looked === undefined) setInterval(look, LOOK_MS).unref();
  const passed = now - (looked ?? now);
  looked = now;
  counted += Math.min(passed, STANDSTILL_MS);
  longest = Math.max(longest, passed - LOOK_MS);
}

/**
 * Milliseconds since now, without those in which this process itself stood still: neither it nor, most likely, what it waits for
 * could do anything then.
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
 * Begins to watch for how long this process, which has next to nothing to do, gets no turn. The function tells the longest
 * such time, in seconds: what was late by less than that may have been the machine.
 */
export function watchStandstill(): () => number {
  look();
  longest = 0;
  return () => longest / 1_000;
}
