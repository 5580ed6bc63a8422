import { read } from "@/db/client";
import { dueSources } from "@/db/queries/sources";
import { lookForReleases } from "@/lib/domain/sources/newest-releases";
import { REGISTRIES } from "@/lib/domain/sources/registries";
import { runSource } from "@/lib/domain/sources/run-source";
import { env } from "@/lib/platform/env";
import { makeLease } from "@/lib/server/worker/lease";
import { every, type Job } from "@/lib/server/worker/run-jobs";

const SOURCES_LOOK_MS = 2_000;
const SOURCES_OF_A_LOOK = 20;
const RELEASES_LOOK_MS = 60_000;

/** Runs the sources that are due, one after the other. Any number of processes may: each run is one process's. */
export function followSources(): Job {
  const isDue = every(SOURCES_LOOK_MS);
  return {
    name: "sources",
    wants: isDue,
    retryMsMax: 60_000,
    async run(signal) {
      for (const source_id of await read((sql) => dueSources(sql, SOURCES_OF_A_LOOK))) {
        if (signal.aborted) return;
        await followSource(source_id, signal);
      }
    },
  };
}

/** Runs one source if it is due and no other process runs it. False when another does. */
export async function followSource(source_id: string, signal: AbortSignal): Promise<boolean> {
  const lease = makeLease(`source ${source_id}`);
  if (!(await lease.take())) return false;
  try {
    await runSource(source_id, { isHeld: lease.isHeld, signal });
  } finally {
    await lease.release();
  }
  return true;
}

/** Looks for newer releases of what the library covers, unless `RELEASES` is off. One process does at a time. */
export function followReleases(): Job {
  const isDue = every(RELEASES_LOOK_MS);
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
