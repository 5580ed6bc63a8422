import { LRUCache } from "lru-cache";

/**
 * A cache bounded by the total weight of its values, which evicts the least recently used entries. A value heavier than
 * a sixteenth of the limit is not cached. `weigh` returns an integer; without it each value weighs 1.
 */
export function makeLru<V extends {}>(weightMax: number, weigh?: (value: V) => number): LRUCache<string, V> {
  if (weigh === undefined) return new LRUCache({ max: weightMax });
  return new LRUCache({
    maxSize: weightMax,
    maxEntrySize: Math.max(1, Math.floor(weightMax / 16)),
    sizeCalculation: (value) => Math.max(1, weigh(value)),
  });
}
