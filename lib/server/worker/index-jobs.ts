import { log } from "@/lib/platform/log";
import { embedder } from "@/lib/search/engine/embedder";
import { countsAgree, documentsHeld, repairDrift } from "@/lib/search/index/drift";
import { embedVersions } from "@/lib/search/index/index-meanings";
import { syncIndexOnce } from "@/lib/search/index/index-sync";
import { embedderChanged, muchWaits, prepareIndex } from "@/lib/search/index/rebuild-index";
import { INDEX_LEASE, makeLease } from "@/lib/server/worker/lease";
import { every, type Job } from "@/lib/server/worker/run-jobs";

const CHECK_EVERY_MS = 1_000;
const COUNT_EVERY_MS = 15_000;
const COMPARE_EVERY_MS = 600_000;
const EMBED_EVERY_MS = 1_000;

/**
 * Keeps the search index equal to the offered versions, in the one process that holds its lease. It indexes changes,
 * checks each second whether the engine has lost or gained documents, compares counts every 15 s and everything every
 * ten minutes.
 */
export function indexWriter(): Job {
  const lease = makeLease(INDEX_LEASE);
  const isCheckDue = every(CHECK_EVERY_MS);
  const isCountDue = every(COUNT_EVERY_MS);
  const isCompareDue = every(COMPARE_EVERY_MS);
  let prepared = false;
  let held: number | null = null;

  async function write(signal: AbortSignal, skillsWait: boolean): Promise<void> {
    // Also after every failure, because the engine may have restarted without its data.
    if (!prepared || (await embedderChanged())) await prepareIndex(lease.isHeld);
    prepared = true;
    for (let left = skillsWait ? 1 : 0; left > 0; ) {
      if (signal.aborted || !lease.isHeld()) return;
      const { pending } = await syncIndexOnce();
      if (await muchWaits(pending)) {
        prepared = false;
        return;
      }
      left = pending;
    }
    await check();
  }

  /** Throws when the index is missing; it is then rebuilt. */
  async function check(): Promise<void> {
    const holds = await documentsHeld();
    const isOff = (holds !== held || isCountDue()) && !(await countsAgree());
    held = holds;
    if (!isOff && !isCompareDue()) return;
    if (!lease.isHeld()) return;
    const repaired = await repairDrift();
    if (repaired.marked > 0 || repaired.deleted > 0) log().warn(repaired, "repaired a drifted search index");
  }

  return {
    name: lease.name,
    wants: ({ skills, index_writer }) =>
      index_writer === null || (index_writer === lease.holder && (skills || isCheckDue())),
    async run(signal, { skills }) {
      if (!lease.isHeld()) {
        if (!(await lease.take())) return;
        prepared = false;
        log().info({ holder: lease.holder }, "this process writes the search index");
      }
      try {
        await write(signal, skills);
      } catch (error) {
        prepared = false;
        throw error;
      }
    },
    end: lease.release,
  };
}

/**
 * Embeds new versions; does nothing without an embedder. Separate from the index writer, which must not wait for it.
 * Several processes may repeat the same work, which only costs embedder time.
 */
export function embedNewVersions(): Job {
  const isDue = every(EMBED_EVERY_MS);
  return {
    name: "embedding",
    wants: () => embedder() !== null && isDue(),
    retryMsMax: 60_000,
    async run(signal) {
      while ((await embedVersions()) > 0 && !signal.aborted);
    },
  };
}
