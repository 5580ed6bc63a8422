import { processorMs, REFERENCE_MS, referenceRuns } from "@/e2e/support/processor-time";

/**
 * Expects work to take at most `boundMs`. `measure` does the work and returns the milliseconds that it took. The first
 * time above the bound is reported beside the time of a fixed piece of work, and the work is measured once more; it
 * throws when that is above the bound too. Only for tests tagged `@slow`: they run alone.
 */
export async function expectWithin(
  what: string,
  boundMs: number,
  measure: () => number | Promise<number>,
): Promise<void> {
  const first = await measure();
  if (first <= boundMs) return;
  const reference = await processorMs(referenceRuns);
  console.log(
    `slower than its bound on this machine: ${what} took ${first.toFixed(1)} ms, its bound is ${boundMs} ms; ` +
      `the reference work took ${reference.toFixed(1)} ms, on the machine of the bounds ${REFERENCE_MS} ms`,
  );
  const second = await measure();
  if (second > boundMs)
    throw new Error(
      `${what} took ${first.toFixed(1)} and then ${second.toFixed(1)} ms; its bound is ${boundMs} ms (the reference work: ` +
        `${reference.toFixed(1)} ms, on the machine of the bounds ${REFERENCE_MS} ms).`,
    );
}
