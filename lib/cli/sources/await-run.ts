import { setTimeout as sleep } from "node:timers/promises";
import { read } from "@/db/client";
import { type SourceRow, sourceById } from "@/db/queries/sources";
import { followSource } from "@/lib/server/worker/follow-sources";

const LOOK_MS = 250;

/**
 * Runs a source that is due, or waits for the process that does, and tells of its progress. Returns the source as it
 * is then. A source that is not due is returned as it is.
 */
export async function awaitRun(
  source_id: string,
  signal: AbortSignal,
  tell: (words: string) => void,
): Promise<SourceRow | null> {
  const watching = new AbortController();
  const watch = async () => {
    let told = "";
    while (!watching.signal.aborted) {
      const progress = (await read((sql) => sourceById(sql, source_id)))?.last_run?.progress;
      if (progress && progress !== told) tell(progress);
      told = progress ?? told;
      await sleep(LOOK_MS, undefined, { signal: watching.signal }).catch(() => {});
    }
  };
  const watched = watch();
  try {
    for (;;) {
      signal.throwIfAborted();
      const ran = await followSource(source_id, signal);
      const source = await read((sql) => sourceById(sql, source_id));
      const due = source?.state === "active" && source.due_at.getTime() <= Date.now();
      if (!source || (ran && !due) || (!due && source.last_run?.state !== "running")) return source;
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  } finally {
    watching.abort();
    await watched;
  }
}
