export type Recent<V> = { get(key: string): V | undefined; set(key: string, value: V): void; drop(key: string): void };

/**
 * Keeps what was used lately, up to a weight in all. What was unused for longest goes first; a value that alone weighs
 * more than a sixteenth of everything is not kept. Without `weigh` the weight is the number of values.
 */
export function makeRecent<V>(weightMax: number, weigh: (value: V) => number = () => 1): Recent<V> {
  const kept = new Map<string, { value: V; weight: number }>();
  let total = 0;

  function drop(key: string): void {
    total -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      // A map keeps the order of insertion: the newest is at its end.
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set(key, value) {
      drop(key);
      const weight = weigh(value);
      if (weight > weightMax / 16) return;
      kept.set(key, { value, weight });
      total += weight;
      for (const oldest of kept.keys()) {
        if (total <= weightMax) break;
        drop(oldest);
      }
    },
    drop,
  };
}
