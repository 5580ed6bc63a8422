import { once } from "@/lib/process";

/**
 * The requests that this process has in hand: whose body has not come (`open`), that it works on (`running`), that wait for
 * others of their client (`waiting`), and whose answers are streams that stay open (`streams`). All are 0 when nobody asks;
 * health checks and the metrics page itself are not counted.
 */
export type RequestTotals = { open: number; running: number; waiting: number; streams: number };

/** The one count of the process; lib/http/admission.ts keeps it. */
export function requestTotals(): RequestTotals {
  return once("request-totals", () => ({ open: 0, running: 0, waiting: 0, streams: 0 }));
}
