import { embedVersions } from "@/lib/search/embed-versions";
import { embedder } from "@/lib/search/embedder";
import { every, type Job } from "@/lib/worker/run-jobs";

const LOOK_MS = 1_000;

/**
 * Brings new versions to the embedder; does nothing without one. Apart from the index writer, which must not wait for it.
 * Several processes may do the same work twice, which costs the embedder and nothing else.
 */
export function embedNewVersions(): Job {
  const isDue = every(LOOK_MS);
  return {
    name: "embedding",
    wants: () => embedder() !== null && isDue(),
    retryMsMax: 60_000,
    async run(signal) {
      while ((await embedVersions()) > 0 && !signal.aborted);
    },
  };
}
