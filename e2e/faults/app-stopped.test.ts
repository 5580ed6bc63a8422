import { expect, test } from "@/e2e/faults/product";
import { halfWritten, lost, notOnce, startWriters, unanswered } from "@/e2e/faults/writers";

const STOPS = 3;
const WRITERS = 16;
const WRITES_BEFORE_STOP = 100;
const STOP_MS_MAX = 15_000;

for (let stop = 1; stop <= STOPS; stop += 1) {
  test(`SIGTERM under load (${stop} of ${STOPS}): every accepted request gets a response, and the app exits cleanly`, async ({
    product,
  }) => {
    const writers = startWriters(product.api, WRITERS);
    await expect
      .poll(() => writers.acknowledged(), { intervals: [20], timeout: 60_000 })
      .toBeGreaterThan(WRITES_BEFORE_STOP);

    const started = performance.now();
    expect(await product.app().stop(), product.app().log().slice(-2_000)).toBe(0);
    expect(performance.now() - started).toBeLessThan(STOP_MS_MAX);
    // Now the app no longer listens: a stored write without a response was dropped.
    expect(await unanswered(writers.writes)).toEqual([]);
    const broken = writers.writes.flatMap((write) => write.broken);
    expect(broken.filter((code) => code !== "ECONNREFUSED")).toEqual([]);

    await product.start();
    await writers.finish();
    expect(await lost(writers.writes)).toEqual([]);
    expect(await notOnce(writers.writes)).toEqual([]);
    expect(await halfWritten()).toEqual([]);
  });
}
