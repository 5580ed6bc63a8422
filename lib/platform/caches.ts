import { LRUCache } from "lru-cache";
import { singleton } from "@/lib/platform/singleton";

/** Returns the kept value of a key, or makes it. */
export type MadeOnce<V> = (key: string, make: () => Promise<V>) => Promise<V>;

/** What `/metrics` says of a cache: an `LRUCache` says it by itself. */
export type CacheSize = { readonly size: number; readonly calculatedSize: number; readonly maxSize: number };

/** The caches of this process by name. */
export function caches(): Map<string, CacheSize> {
  return singleton("caches", () => new Map());
}

/** The cache of this name, which is used once in the code: see `makeLru`. One in a process, and listed in `caches`. */
export function cache<V extends {}>(
  name: string,
  bytesMax: number,
  bytesOf: (value: V) => number = bytesIn,
): LRUCache<string, V> {
  return singleton(name, () => listed(name, makeLru(bytesMax, bytesOf)));
}

/** The same for values that are made by their first caller. */
export function cacheOfMade<V extends {}>(name: string, bytesMax: number, msOf?: (value: V) => number): MadeOnce<V> {
  return singleton(name, () => onceIn(listed(name, makeFetching(bytesMax, bytesIn, msOf))));
}

/** A memo that forgets everything when it is full: its reads, of which a search makes thousands, keep no order. */
export type Memo<V> = CacheSize & { get(key: string): V | undefined; set(key: string, value: V): void };

/** The memo of this name, which is used once in the code. */
export function memo<V extends {}>(name: string, bytesMax: number): Memo<V> {
  return singleton(name, () => {
    const values = new Map<string, V>();
    let bytes = 0;
    return listed(name, {
      get: (key: string) => values.get(key),
      set(key: string, value: V) {
        const more = bytesIn(key) + bytesIn(value);
        if (bytes + more > bytesMax) {
          values.clear();
          bytes = 0;
        }
        values.set(key, value);
        bytes += more;
      },
      get size() {
        return values.size;
      },
      get calculatedSize() {
        return bytes;
      },
      maxSize: bytesMax,
    });
  });
}

function listed<C extends CacheSize>(name: string, made: C): C {
  caches().set(name, made);
  return made;
}

/** About the bytes that plain data takes: two a character, eight a number, and what holds them together. */
export function bytesIn(value: unknown): number {
  if (typeof value === "string") return 16 + 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  if (ArrayBuffer.isView(value)) return 64 + value.byteLength;
  const held = value instanceof Map || value instanceof Set ? [...value] : Object.values(value);
  return held.reduce((sum: number, one: unknown) => sum + 8 + bytesIn(one), 32);
}

/**
 * Values that are made by their first caller, as many as weigh `bytesMax` together. Callers share one that is being made,
 * and a failure is not kept. `msOf` returns how long to keep a value, 0 for as long as there is room.
 * The value is cached, never its promise: in Node before version 24 a promise holds on to the async context in
 * which it was made, which during the rendering of a page is the whole rendering with request, response and output.
 */
export function makeOnce<V extends {}>(
  bytesMax: number,
  bytesOf: (value: V) => number,
  msOf?: (value: V) => number,
): MadeOnce<V> {
  return onceIn(makeFetching(bytesMax, bytesOf, msOf));
}

type Fetching<V extends {}> = LRUCache<string, V, () => Promise<V>>;

function onceIn<V extends {}>(kept: Fetching<V>): MadeOnce<V> {
  return (key, make) => kept.forceFetch(key, { context: make });
}

function makeFetching<V extends {}>(
  bytesMax: number,
  bytesOf: (value: V) => number,
  msOf: (value: V) => number = () => 0,
): Fetching<V> {
  return new LRUCache<string, V, () => Promise<V>>({
    ...byWeight(bytesMax, bytesOf),
    // One that is evicted while it is being made still reaches its callers.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _before, { context, options }) => {
      const value = await context();
      options.ttl = msOf(value);
      return value;
    },
  });
}

/**
 * A cache bounded by the bytes of its values, which evicts the least recently used entries. A value larger than a
 * sixteenth of the limit is not cached. `bytesOf` returns an integer.
 */
export function makeLru<V extends {}>(bytesMax: number, bytesOf: (value: V) => number): LRUCache<string, V> {
  return new LRUCache(byWeight(bytesMax, bytesOf));
}

function byWeight<V>(bytesMax: number, bytesOf: (value: V) => number) {
  return {
    maxSize: bytesMax,
    maxEntrySize: Math.max(1, Math.floor(bytesMax / 16)),
    sizeCalculation: (value: V) => Math.max(1, bytesOf(value)),
  };
}

/** Runs `work`, or joins a queued call for the same key that has not begun yet. */
export type SingleFlight<T> = (key: string, work: () => Promise<T>) => Promise<T>;

/** How long callers wait for a running call that hangs; then the next call begins beside it. */
const LATE_MS = 20;

type Turn<T> = { running: Promise<T>; next: Promise<T> | null };

/**
 * Coalesces concurrent calls per key: one call runs, and callers that arrive meanwhile share the one after it. Every
 * result therefore comes from a call begun after the caller asked, and is as fresh as a call of its own. Callers must
 * not modify it. A failure reaches all callers that share the call, and the next call runs regardless.
 */
export function makeSingleFlight<T>(): SingleFlight<T> {
  const turns = new Map<string, Turn<T>>();

  function begin(key: string, work: () => Promise<T>): Promise<T> {
    const turn: Turn<T> = { running: work(), next: null };
    turns.set(key, turn);
    const end = () => {
      if (turns.get(key) === turn && turn.next === null) turns.delete(key);
    };
    turn.running.then(end, end);
    return turn.running;
  }

  return (key, work) => {
    const turn = turns.get(key);
    if (!turn) return begin(key, work);
    turn.next ??= overOrLate(turn.running).then(() => begin(key, work));
    return turn.next;
  };
}

function overOrLate(running: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LATE_MS);
    const over = () => {
      clearTimeout(timer);
      resolve();
    };
    running.then(over, over);
  });
}
