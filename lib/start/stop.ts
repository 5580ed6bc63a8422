import { setTimeout as sleep } from "node:timers/promises";
import type { Engines } from "@/lib/start/engines";

type Open = {
  engines?: Promise<Engines>;
  server?: { close(): Promise<void> };
  worker?: { stop(): Promise<void> };
};

/** Together with the engines' own timeouts this stays under the 15 s that supervisors commonly allow. */
const REQUESTS_MS_MAX = 10_000;
const STARTING_ENGINES_MS_MAX = 5_000;

/**
 * Closes open resources, users before what they use: requests and worker, then the engines. Never throws and never
 * takes longer than 15 s; `hurry` gives requests half a second.
 */
export async function closeInTurn(open: Open, hurry: boolean): Promise<void> {
  const users = Promise.allSettled([open.server?.close(), open.worker?.stop()]);
  await Promise.race([users, sleep(hurry ? 500 : REQUESTS_MS_MAX)]);
  const engines = await Promise.race([open.engines?.catch(() => null), sleep(STARTING_ENGINES_MS_MAX, null)]);
  await engines?.stop(hurry).catch(() => {});
}
