/** How many looks at the clock an allowance has from its beginning to its end. */
const SLICES = 10;

/** How long something may still be waited for, counted only while this process could do its work. */
export type Allowance = { leftMs: number; readonly sliceMs: number };

/** An allowance of `ms` in all, for one wait or for several one after the other. */
export function allow(ms: number): Allowance {
  return { leftMs: ms, sliceMs: ms / SLICES };
}

/**
 * Calls `late` when the allowance is used up, unless the wait is over before: the caller says so with what this returns.
 * However long something else keeps the process from working (its own computing, a host that gives the processors to
 * others), it counts as two slices at most, and what has arrived meanwhile is looked at first: timers come before the answers
 * that wait to be read.
 */
export function whenUsedUp(allowance: Allowance, late: () => void): () => void {
  let begun = 0;
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;

  function note(): void {
    const ms = Date.now() - begun;
    allowance.leftMs -= Math.min(Math.max(ms, 0), 2 * allowance.sliceMs);
  }

  function slice(): void {
    begun = Date.now();
    const look = () => {
      note();
      if (allowance.leftMs <= 0) late();
      else slice();
    };
    timer = setTimeout(
      () => {
        turn = setImmediate(look);
      },
      Math.min(allowance.leftMs, allowance.sliceMs),
    );
  }

  slice();
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
    note();
  };
}
