import { write } from "@/db/client";
import { trimBundles } from "@/db/queries/bundles";
import { trimAppendKeys, trimDeliveries, trimOperations, trimRequests } from "@/db/queries/trim";
import { every, type Job } from "@/lib/server/worker/run-jobs";

const TRIM_MS = 600_000;
/** Rows of one statement: locks stay short. */
const BATCH = 1_000;
/** Statements of one run and kind, so that a run ends. */
const BATCHES_MAX = 50;

/** Deletes what nobody needs any more, every ten minutes and in small batches. Any number of processes may run it. */
export function trim(): Job {
  return {
    name: "trim",
    wants: every(TRIM_MS),
    run: (signal) => trimAll(signal, BATCH),
  };
}

/** Deletes all that can be trimmed, a bounded number of batches of each kind. */
async function trimAll(signal: AbortSignal, batch: number): Promise<void> {
  for (const one of [trimAppendKeys, trimBundles, trimDeliveries, trimOperations, trimRequests]) {
    for (let done = 0; done < BATCHES_MAX && !signal.aborted; done += 1) {
      if ((await write((sql) => one(sql, batch))) < batch) break;
    }
  }
}
