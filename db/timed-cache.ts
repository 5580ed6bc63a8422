import { withoutRecording } from "@/db/query-recorder";
import { type MadeOnce, makeOnce } from "@/lib/platform/lru";
import { singleton } from "@/lib/platform/singleton";

/**
 * Values that are made at most once in `ms` per key in each process. Callers share one that is being made; a failure is
 * not kept. `make` reads outside the recording of page reads, so that a cached page does not repeat its reads. `name` is
 * used once in the code.
 */
export function timedCache<V extends {}>(name: string, { ms, max }: { ms: number; max: number }): MadeOnce<V> {
  return (key, make) => singleton(name, () => makeOnce<V>({ max }, () => ms))(key, () => withoutRecording(make));
}
