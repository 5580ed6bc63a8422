/** Consecutive failures after which calls to the engine pause. */
const FAILURES_MAX = 3;
const OPEN_MS = 1_000;

export type Breaker = {
  /** Whether a call may be made now. While open, one probe a second is allowed. */
  admits(now: number): boolean;
  succeeded(): void;
  failed(now: number): void;
  isOpen(): boolean;
};

/** A breaker: closed until several consecutive failures, then open with one probe a second until one succeeds. */
export function makeBreaker(): Breaker {
  let failures = 0;
  let probeAt = 0;
  return {
    admits(now) {
      if (failures < FAILURES_MAX) return true;
      if (now < probeAt) return false;
      probeAt = now + OPEN_MS;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed(now) {
      failures += 1;
      probeAt = now + OPEN_MS;
    },
    isOpen: () => failures >= FAILURES_MAX,
  };
}
