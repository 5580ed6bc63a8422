import { write } from "@/db/client";
import { forgetOldAnswers } from "@/db/queries/idempotency";
import { log } from "@/lib/log";
import { warmAnalyses } from "@/lib/search/analysed-cache";
import { currentStatistics } from "@/lib/search/load-statistics";
import { flushCampaigns } from "@/lib/threads/count-campaign";
import { embedNewVersions } from "@/lib/worker/embed";
import { indexWriter } from "@/lib/worker/index-writer";
import { judgeVersions } from "@/lib/worker/judge-versions";
import { every, type Job, runJobs } from "@/lib/worker/run-jobs";
import { settleSubmissions } from "@/lib/worker/settle-submissions";
import { setWorkerRunning } from "@/lib/worker/state";

const HOUSEKEEPING_MS = 10_000;

/**
 * Starts the jobs beside the web server: index, embeddings, submissions, judging again and housekeeping. `stop` waits
 * for running jobs.
 */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const abort = new AbortController();
  const jobs = [indexWriter(), embedNewVersions(), settleSubmissions(), judgeVersions(), housekeeping()];
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
