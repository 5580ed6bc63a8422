import { withoutRecording } from "@/db/query-recorder";
import { cacheOfMade, type MadeOnce } from "@/lib/platform/lru";

/**
 * Values that are made at most once in `ms` per key in each process. Callers share one that is being made; a failure is
 * not kept. `make` reads outside the recording of page reads, so that a cached page does not repeat its reads. `name` is
 * used once in the code.
 */
export function timedCache<V extends {}>(
  name: string,
  { ms, bytesMax }: { ms: number; bytesMax: number },
): MadeOnce<V> {
  return (key, make) => cacheOfMade<V>(name, bytesMax, () => ms)(key, () => withoutRecording(make));
}
