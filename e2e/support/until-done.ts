import { setTimeout as sleep } from "node:timers/promises";
import { poolSize } from "@/db/connect";
import { Problem } from "@/lib/platform/errors";

const PAUSE_MS_MAX = 1_000;

/**
 * Repeats a call while the service has no time for it, as any client would: on a busy machine some calls lose to a
 * parallel transaction. Pauses grow to a second; the limit of the test ends it.
 */
export async function untilDone<T>(call: () => Promise<T>): Promise<T> {
  for (let pause = 25; ; pause = Math.min(2 * pause, PAUSE_MS_MAX)) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "unavailable") throw error;
      await sleep(pause * (0.5 + Math.random() / 2));
    }
  }
}

/** For a call whose earlier attempt was carried out although its answer came too late. */
export function unlessDone(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== "invalid_transition") throw error;
}

/**
 * Works on all items, on as many at a time as the process has connections to the database: with more at a time the
 * others would wait for one, and on a busy machine be refused.
 */
export async function atOnce<I, O>(items: readonly I[], work: (item: I, place: number) => Promise<O>): Promise<O[]> {
  const done: O[] = [];
  const waiting = [...items.entries()].values();
  const worker = async () => {
    for (const [place, item] of waiting) done[place] = await work(item, place);
  };
  await Promise.all(Array.from({ length: poolSize() }, worker));
  return done;
}
