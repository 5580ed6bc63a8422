import { settleSubmissions } from "@/lib/server/worker/judge-jobs";
import { runJobs } from "@/lib/server/worker/run-jobs";

// A standalone worker for tests that kill it: it processes submissions of the database named in the environment.
await runJobs([settleSubmissions()], new AbortController().signal);
