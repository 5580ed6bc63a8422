import { runSubmissionLoop } from "@/lib/worker/submission-loop";

// A worker on its own, for tests that kill it: it settles submissions of the database that the environment names.
await runSubmissionLoop(new AbortController().signal);
