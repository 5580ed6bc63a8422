import { setTimeout as sleep } from "node:timers/promises";
import { transaction } from "@/db/client";
import { log } from "@/lib/log";
import { judgeAgain } from "@/lib/maintenance/judge-again";

/** The first look after a start: the service answers first, then works. */
const START_MS = 5_000;
/** Only another instance with older rules can publish what has to be judged again. */
const LOOK_MS = 10_000;
const RETRY_MS_MAX = 60_000;
/** Between two batches it rests this many times as long as the batch took, so that requests have the processor. */
const REST = 4;
const REST_MS_MIN = 50;

/**
 * Judges again what was published under older rules, in small batches with rests, until aborted. Any number of processes
 * may run it: each version is judged once. Killing one loses a batch at most, which is then judged by another. Never
 * throws: failures are logged and tried again.
 */
export async function runJudgeAgainLoop(signal: AbortSignal): Promise<void> {
  let failures = 0;
  let judged = 0;
  for (let rest = START_MS; await pause(rest, signal); ) {
    const began = performance.now();
    try {
      const batch = await transaction((sql) => judgeAgain(sql));
      failures = 0;
      judged += batch;
      if (batch > 0) {
        rest = Math.max(REST_MS_MIN, REST * (performance.now() - began));
        continue;
      }
      if (judged > 0) log().info({ judged }, "published versions were judged again by the present rules");
      judged = 0;
      rest = LOOK_MS;
    } catch (error) {
      failures += 1;
      if (failures === 1) log().warn({ err: String(error) }, "versions could not be judged again; it is tried again");
      rest = Math.min(RETRY_MS_MAX, 1_000 * 2 ** failures);
    }
  }
}

/** Waits `ms`; false when the signal ended it. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}
