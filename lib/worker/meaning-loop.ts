import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import { embedVersions } from "@/lib/search/embed-versions";
import { embedder } from "@/lib/search/embedder";

const LOOK_MS = 1_000;
const RETRY_MS_MAX = 60_000;

/**
 * Brings new versions to the embedder, until aborted; does nothing without one. Apart from the index loop, which must not wait
 * for it. Never throws. Several processes may do the same work twice, which costs the embedder and nothing else.
 */
export async function runMeaningLoop(signal: AbortSignal): Promise<void> {
  if (embedder() === null) return;
  for (let failures = 0; !signal.aborted; ) {
    let made = 0;
    try {
      made = await embedVersions();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === 1) log().warn({ err: String(error) }, "versions could not be embedded; it is tried again");
    }
    if (made === 0) await sleep(Math.min(RETRY_MS_MAX, LOOK_MS * 2 ** failures), undefined, { signal }).catch(() => {});
  }
}
