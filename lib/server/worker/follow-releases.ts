import { lookForReleases } from "@/lib/domain/sources/look-for-releases";
import { REGISTRIES } from "@/lib/domain/sources/registries";
import { env } from "@/lib/platform/env";
import { makeLease } from "@/lib/server/worker/lease";
import { every, type Job } from "@/lib/server/worker/run-jobs";

const LOOK_MS = 60_000;

/** Looks for newer releases of what the library covers, unless `RELEASES` is off. One process does at a time. */
export function followReleases(): Job {
  const isDue = every(LOOK_MS);
  const notBefore = new Map<string, number>();
  return {
    name: "releases",
    wants: () => env().RELEASES === "on" && isDue(),
    retryMsMax: 600_000,
    async run(signal) {
      const lease = makeLease("newest releases");
      if (!(await lease.take())) return;
      try {
        await lookForReleases(REGISTRIES, { isHeld: lease.isHeld, signal }, notBefore);
      } finally {
        await lease.release();
      }
    },
  };
}
