const DOUBLINGS_MAX = 10;
/** A longer delay would make `setTimeout` fire at once. */
const TIMER_MS_MAX = 2_147_483_647;

/**
 * The delay before the next request, in milliseconds: `usual`, doubled after each consecutive failure up to `longest`,
 * and never less than a server asked for.
 */
export function waitBefore(
  failures: number,
  retryAfterSeconds: number | null = null,
  { usual = 5_000, longest = 120_000 } = {},
): number {
  const wait = Math.min(usual * 2 ** Math.min(failures, DOUBLINGS_MAX), longest);
  return Math.max(wait, (retryAfterSeconds ?? 0) * 1_000);
}

/** Resolves after `ms`, or at once when `signal` aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(done, Math.min(ms, TIMER_MS_MAX));
    signal?.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
  });
}
