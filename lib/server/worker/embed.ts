import { embedder } from "@/lib/search/engine/embedder";
import { embedVersions } from "@/lib/search/index/embed-versions";
import { every, type Job } from "@/lib/server/worker/run-jobs";

const LOOK_MS = 1_000;

/**
 * Embeds new versions; does nothing without an embedder. Separate from the index writer, which must not wait for it.
 * Several processes may repeat the same work, which only costs embedder time.
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
