import { singleton } from "@/lib/platform/singleton";

/**
 * This process's current requests: body not received yet (`open`), being handled (`running`), queued behind other
 * requests of their client (`waiting`), and answered by an open stream (`streams`). All are 0 without requests; health
 * checks and the metrics page are not counted.
 */
export type RequestTotals = { open: number; running: number; waiting: number; streams: number };

/** The counters of the process; lib/server/http/admission.ts maintains them. */
export function requestTotals(): RequestTotals {
  return singleton("request-totals", () => ({ open: 0, running: 0, waiting: 0, streams: 0 }));
}
