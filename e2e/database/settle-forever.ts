import { runJobs } from "@/lib/worker/run-jobs";
import { settleSubmissions } from "@/lib/worker/settle-submissions";

// A worker on its own, for tests that kill it: it settles submissions of the database that the environment names.
await runJobs([settleSubmissions()], new AbortController().signal);
