import { makeLru } from "@/lib/platform/lru";
import { singleton } from "@/lib/platform/singleton";

/** At 32 KiB of markdown, highlighted, one rendering is about 300 kB; most are a tenth of that. */
const KEPT_MAX = 200;
/** A document that a busy machine could not finish is tried again after this long. */
const UNFINISHED_KEPT_MS = 20_000;

/**
 * Memoizes a value derived from an immutable text, under `name` and `key`: made once per process, with LRU eviction.
 * Simultaneous first readers share one call. A value that is not `isFinished` is made again after 20 seconds.
 */
export function memoize<Made>(
  name: string,
  key: string,
  make: () => Promise<Made>,
  isFinished: (made: Made) => boolean,
): Promise<Made> {
  const kept = singleton(name, () => makeLru<Promise<Made>>(KEPT_MAX));
  const known = kept.get(key);
  if (known) return known;
  const making = make();
  kept.set(key, making);
  void making.then((made) => {
    if (!isFinished(made)) setTimeout(() => kept.delete(key), UNFINISHED_KEPT_MS).unref();
  });
  return making;
}
