import { write } from "@/db/client";
import { trimBundles } from "@/db/queries/files";
import { forgetOldAnswers } from "@/db/queries/idempotency";
import { trimAppendKeys, trimDeliveries, trimOperations, trimRequests } from "@/db/queries/worker";
import { setWorkerRunning } from "@/lib/domain/health/process";
import { flushCampaigns } from "@/lib/domain/threads/search-and-ask";
import { log } from "@/lib/platform/log";
import { warmAnalyses } from "@/lib/search/index/analysed-cache";
import { currentStatistics } from "@/lib/search/rank/statistics";
import { followReleases, followSources } from "@/lib/server/worker/follow-sources";
import { embedNewVersions, indexWriter } from "@/lib/server/worker/index-jobs";
import { judgeVersions, settleSubmissions, vouchForConfirmedVersions } from "@/lib/server/worker/judge-jobs";
import { every, type Job, runJobs } from "@/lib/server/worker/run-jobs";

const HOUSEKEEPING_MS = 10_000;
const TRIM_MS = 600_000;
/** Rows of one statement: locks stay short. */
const BATCH = 1_000;
/** Statements of one run for one kind of rows, so that a run ends. */
const BATCHES_MAX = 50;

/**
 * Starts the background jobs of the web server: index, embeddings, submissions, rejudging, sources, housekeeping and
 * trimming. `stop` waits for running jobs.
 */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const abort = new AbortController();
  const jobs = [
    indexWriter(),
    embedNewVersions(),
    settleSubmissions(),
    vouchForConfirmedVersions(),
    judgeVersions(),
    housekeeping(),
    followSources(),
    followReleases(),
    trim(),
  ];
  const ended = Promise.allSettled([runJobs(jobs, abort.signal), warmSearch(abort.signal)]);
  setWorkerRunning(true);
  return {
    stop: async () => {
      abort.abort();
      await ended;
      setWorkerRunning(false);
      await flushCampaigns().catch(() => {});
    },
  };
}

/** Preloads data that every search needs, so that the first searches are fast. */
async function warmSearch(signal: AbortSignal): Promise<void> {
  try {
    await currentStatistics();
    await warmAnalyses(signal);
  } catch (error) {
    log().warn({ err: String(error) }, "search warm-up failed; caches fill on demand");
  }
}

function housekeeping(): Job {
  return {
    name: "housekeeping",
    wants: every(HOUSEKEEPING_MS),
    async run() {
      await flushCampaigns();
      await write(forgetOldAnswers);
    },
  };
}

/** Deletes what nobody needs any more, every ten minutes and in small batches. Any number of processes may run it. */
function trim(): Job {
  return {
    name: "trim",
    wants: every(TRIM_MS),
    run: trimAll,
  };
}

/** Deletes all that can be trimmed, a bounded number of batches of each kind. */
async function trimAll(signal: AbortSignal): Promise<void> {
  for (const one of [trimAppendKeys, trimBundles, trimDeliveries, trimOperations, trimRequests]) {
    for (let done = 0; done < BATCHES_MAX && !signal.aborted; done += 1) {
      if ((await write((sql) => one(sql, BATCH))) < BATCH) break;
    }
  }
}
