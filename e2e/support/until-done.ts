import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "@/lib/platform/errors";

const PAUSE_MS_MAX = 1_000;

/**
 * Repeats a call while the service has no time for it, as any client would: on a busy machine some calls find a full
 * queue or lose to a parallel transaction. Pauses grow to a second; after `ms` the refusal is thrown.
 */
export async function untilDone<T>(call: () => Promise<T>, ms = 100_000): Promise<T> {
  const until = Date.now() + ms;
  for (let pause = 25; ; pause = Math.min(2 * pause, PAUSE_MS_MAX)) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "unavailable" || Date.now() > until) throw error;
      await sleep(pause * (0.5 + Math.random() / 2));
    }
  }
}

/** For a call whose earlier attempt was carried out although its answer came too late. */
export function unlessDone(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== "invalid_transition") throw error;
}
