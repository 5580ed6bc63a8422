import { write } from "@/db/client";
import { forgetOldAnswers } from "@/db/queries/idempotency";
import { setWorkerRunning } from "@/lib/domain/health/worker-state";
import { flushCampaigns } from "@/lib/domain/threads/count-campaign";
import { log } from "@/lib/platform/log";
import { warmAnalyses } from "@/lib/search/index/analysed-cache";
import { currentStatistics } from "@/lib/search/rank/load-statistics";
import { embedNewVersions } from "@/lib/server/worker/embed";
import { followReleases } from "@/lib/server/worker/follow-releases";
import { followSources } from "@/lib/server/worker/follow-sources";
import { indexWriter } from "@/lib/server/worker/index-writer";
import { judgeVersions } from "@/lib/server/worker/judge-versions";
import { every, type Job, runJobs } from "@/lib/server/worker/run-jobs";
import { settleSubmissions } from "@/lib/server/worker/settle-submissions";
import { trim } from "@/lib/server/worker/trim";
import { vouchForConfirmedVersions } from "@/lib/server/worker/vouch-for-confirmed";

const HOUSEKEEPING_MS = 10_000;

/**
 * Starts the background jobs of the web server: index, embeddings, submissions, rejudging, sources, housekeeping and trimming. `stop`
 * waits for running jobs.
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
