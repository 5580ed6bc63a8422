/** How often the clock is checked during an allowance. */
const SLICES = 10;

/** The remaining waiting time; time in which the process stalls does not count. */
export type Deadline = { leftMs: number; readonly sliceMs: number };

/** An allowance of `ms` in all, for one wait or several consecutive ones. */
export function makeDeadline(ms: number): Deadline {
  return { leftMs: ms, sliceMs: ms / SLICES };
}

/**
 * Calls `late` when the allowance is used up, unless the wait ends first; the caller ends it with the returned
 * function. A stall of the process (its own computing, or a host that gives the CPUs to others) counts as two slices at
 * most. After a stall, answers that have already arrived are read first, because Node runs timers before I/O.
 */
export function onDeadline(allowance: Deadline, late: () => void): () => void {
  const wait = new Wait(allowance, late);
  return () => wait.end();
}

/** The outcome of a call, or a rejection with what `late` returns when the allowance is used up first. */
export function within<T>(called: Promise<T>, allowance: Deadline, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = onDeadline(allowance, () => reject(late()));
    called.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}

class Wait {
  private begun = 0;
  private timer: NodeJS.Timeout | undefined;
  private turn: NodeJS.Immediate | undefined;

  constructor(
    private readonly allowance: Deadline,
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
