import { LRUCache } from "lru-cache";

/** Returns the kept value of a key, or makes it. */
export type MadeOnce<V> = (key: string, make: () => Promise<V>) => Promise<V>;

/**
 * Values that are made by their first caller, at most `max` or as many as weigh `weightMax` together. Callers share one
 * that is being made, and a failure is not kept. `msOf` returns how long to keep a value, 0 for as long as there is room.
 * What is kept is the value and never its promise: in Node before version 24 a promise holds on to the async context in
 * which it was made, which during the rendering of a page is the whole rendering with request, response and output.
 */
export function makeOnce<V extends {}>(
  limit: { max: number } | { weightMax: number; weigh: (value: V) => number },
  msOf: (value: V) => number = () => 0,
): MadeOnce<V> {
  const kept = new LRUCache<string, V, () => Promise<V>>({
    ...("max" in limit ? limit : byWeight(limit.weightMax, limit.weigh)),
    // One that is evicted while it is being made still reaches its callers.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _before, { context, options }) => {
      const value = await context();
      options.ttl = msOf(value);
      return value;
    },
  });
  return (key, make) => kept.forceFetch(key, { context: make });
}

/**
 * A cache bounded by the total weight of its values, which evicts the least recently used entries. A value heavier than
 * a sixteenth of the limit is not cached. `weigh` returns an integer; without it each value weighs 1.
 */
export function makeLru<V extends {}>(weightMax: number, weigh?: (value: V) => number): LRUCache<string, V> {
  if (weigh === undefined) return new LRUCache({ max: weightMax });
  return new LRUCache(byWeight(weightMax, weigh));
}

function byWeight<V>(weightMax: number, weigh: (value: V) => number) {
  return {
    maxSize: weightMax,
    maxEntrySize: Math.max(1, Math.floor(weightMax / 16)),
    sizeCalculation: (value: V) => Math.max(1, weigh(value)),
  };
}
