import { withoutRecording } from "@/db/query-recorder";
import { makeLru } from "@/lib/platform/lru";
import { singleton } from "@/lib/platform/singleton";

type Entry<V> = { made: Promise<V>; until: number };

/**
 * Values that are made at most once in `ms` per key in each process. Callers share one that is being made; a failure is
 * not kept. `make` reads outside the recording of page reads, so that a cached page does not repeat its reads. `name` is
 * used once in the code.
 */
export function timedCache<V>(
  name: string,
  { ms, max }: { ms: number; max: number },
): (key: string, make: () => Promise<V>) => Promise<V> {
  return (key, make) => {
    const entries = singleton(name, () => makeLru<Entry<V>>(max));
    const known = entries.get(key);
    if (known && Date.now() < known.until) return known.made;
    const entry = { made: withoutRecording(make), until: Date.now() + ms };
    entries.set(key, entry);
    entry.made.catch(() => {
      if (entries.peek(key) === entry) entries.delete(key);
    });
    return entry.made;
  };
}
