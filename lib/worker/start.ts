import { setTimeout } from "node:timers/promises";
import { write } from "@/db/client";
import { forgetOldAnswers } from "@/db/queries/idempotency";
import { log } from "@/lib/log";
import { warmAnalyses } from "@/lib/search/analysed-cache";
import { currentStatistics } from "@/lib/search/load-statistics";
import { flushCampaigns } from "@/lib/threads/count-campaign";
import { runIndexLoop } from "@/lib/worker/index-loop";
import { runJudgeAgainLoop } from "@/lib/worker/judge-again-loop";
import { runMeaningLoop } from "@/lib/worker/meaning-loop";
import { setWorkerRunning } from "@/lib/worker/state";
import { runSubmissionLoop } from "@/lib/worker/submission-loop";

const HOUSEKEEPING_MS = 10_000;

/** Starts the loops that run beside the web server: index sync, submissions, judging again and housekeeping. `stop` waits for what runs. */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const abort = new AbortController();
  const loops = [
    runIndexLoop(abort.signal),
    runMeaningLoop(abort.signal),
    runSubmissionLoop(abort.signal),
    runJudgeAgainLoop(abort.signal),
    every(HOUSEKEEPING_MS, abort.signal, keepHouse),
    warmSearch(abort.signal),
  ];
  setWorkerRunning(true);
  return {
    stop: async () => {
      abort.abort();
      await Promise.allSettled(loops);
      setWorkerRunning(false);
      await flushCampaigns().catch(() => {});
    },
  };
}

/** Reads what every search needs, so that the first ones need not wait for it. */
async function warmSearch(signal: AbortSignal): Promise<void> {
  try {
    await currentStatistics();
    await warmAnalyses(signal);
  } catch (error) {
    log().warn({ err: String(error) }, "what searches need could not be read beforehand; they read it themselves");
  }
}

async function keepHouse(): Promise<void> {
  await flushCampaigns();
  await write(forgetOldAnswers);
}

/** Runs `work` every `ms` until aborted; a failure is logged and does not end the loop. */
async function every(ms: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (await pause(ms, signal)) {
    try {
      await work();
    } catch (error) {
      log().warn(
        { err: error instanceof Error ? error.message : String(error) },
        "housekeeping failed; it is tried again",
      );
    }
  }
}

/** Waits `ms`; false when the signal ended it. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return setTimeout(ms, true, { signal }).catch(() => false);
}
