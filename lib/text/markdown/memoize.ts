import { cacheOfMade } from "@/lib/platform/lru";

/** At 32 KiB of markdown, highlighted, one rendering has about 300,000; most have a tenth of that. */
const KEPT_BYTES_MAX = 16_000_000;
/** A document that a busy machine could not finish is tried again after this long. */
const UNFINISHED_KEPT_MS = 20_000;

/**
 * Memoizes a value derived from an immutable text, under `name` and `key`: made once per process, with LRU eviction.
 * Simultaneous first readers share one call. A value that is not `isFinished` is made again after 20 seconds.
 */
export function memoize<Made extends {}>(
  name: string,
  key: string,
  make: () => Promise<Made>,
  isFinished: (made: Made) => boolean,
): Promise<Made> {
  const once = cacheOfMade<Made>(name, KEPT_BYTES_MAX, (made) => (isFinished(made) ? 0 : UNFINISHED_KEPT_MS));
  return once(key, make);
}
