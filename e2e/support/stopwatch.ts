const LOOK_MS = 20;
/** A turn that comes later than this was kept from this process: by the machine's host, or by what else runs on it. */
const STANDSTILL_MS = 100;

/**
 * Milliseconds since now, without those in which this process itself stood still: neither it nor, most likely, what it waits for
 * could do anything then.
 */
export function startStopwatch(): () => number {
  let counted = 0;
  let looked = performance.now();
  const look = () => {
    const now = performance.now();
    counted += Math.min(now - looked, STANDSTILL_MS);
    looked = now;
    return counted;
  };
  setInterval(look, LOOK_MS).unref();
  return look;
}
