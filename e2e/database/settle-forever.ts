import { runJobs } from "@/lib/server/worker/run-jobs";
import { settleSubmissions } from "@/lib/server/worker/settle-submissions";

// A standalone worker for tests that kill it: it processes submissions of the database named in the environment.
await runJobs([settleSubmissions()], new AbortController().signal);
