import { transaction } from "@/db/client";
import { vouchForConfirmed } from "@/lib/domain/moderation/waiting";
import { every, type Job } from "@/lib/server/worker/run-jobs";

const LOOK_MS = 60_000;

/** Vouches for versions that readers confirmed. Any number of processes may run it. */
export function vouchForConfirmedVersions(): Job {
  return {
    name: "vouching for confirmed versions",
    wants: every(LOOK_MS),
    async run(signal) {
      while (!signal.aborted && (await transaction(vouchForConfirmed)));
    },
  };
}
