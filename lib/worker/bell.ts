/** Wakes a loop before its time. */
export type Bell = { ring(): void; wait(ms: number): Promise<void> };

/** A bell that is remembered when it rings while nobody waits. The end of `signal` rings it for good. */
export function makeBell(signal: AbortSignal): Bell {
  let rung = false;
  let wake = () => {};
  const ring = () => {
    rung = true;
    wake();
  };
  signal.addEventListener("abort", ring, { once: true });
  return {
    ring,
    async wait(ms) {
      if (!rung && !signal.aborted && ms > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      wake = () => {};
    },
  };
}
