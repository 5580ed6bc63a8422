import { LRUCache } from "lru-cache";

/**
 * A cache that drops the least recently used entries, bounded by the weight of all its values. A value that alone weighs more
 * than a sixteenth of the whole is not kept. `weigh` returns an integer; without it each value weighs 1.
 */
export function makeLru<V extends {}>(weightMax: number, weigh?: (value: V) => number): LRUCache<string, V> {
  if (weigh === undefined) return new LRUCache({ max: weightMax });
  return new LRUCache({
    maxSize: weightMax,
    maxEntrySize: Math.max(1, Math.floor(weightMax / 16)),
    sizeCalculation: (value) => Math.max(1, weigh(value)),
  });
}
