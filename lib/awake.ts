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
  const wait = new Wait(allowance, late);
  return () => wait.end();
}

class Wait {
  private begun = 0;
  private timer: NodeJS.Timeout | undefined;
  private turn: NodeJS.Immediate | undefined;

  constructor(
    private readonly allowance: Allowance,
    private readonly late: () => void,
  ) {
    this.slice();
  }

  end(): void {
    clearTimeout(this.timer);
    clearImmediate(this.turn);
    this.note();
  }

  private slice(): void {
    this.begun = Date.now();
    this.timer = setTimeout(
      () => {
        this.turn = setImmediate(() => this.look());
      },
      Math.min(this.allowance.leftMs, this.allowance.sliceMs),
    );
  }

  private look(): void {
    this.note();
    if (this.allowance.leftMs <= 0) this.late();
    else this.slice();
  }

  private note(): void {
    const ms = Date.now() - this.begun;
    this.allowance.leftMs -= Math.min(Math.max(ms, 0), 2 * this.allowance.sliceMs);
  }
}
