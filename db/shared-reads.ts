import { read, type Sql } from "@/db/client";
import { recorded, withoutRecording } from "@/db/query-recorder";
import { cacheOfMade, type MadeOnce } from "@/lib/platform/caches";
import { outsideRequests } from "@/lib/platform/singleton";

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

/** The row of a key; null when there is none. */
type Lookup<R> = (key: string) => Promise<R | null>;

/** The rows of several keys, by key. */
type ReadRows<R> = (sql: Sql, keys: string[]) => Promise<Map<string, R>>;

type Statement<R> = { keys: Set<string>; rows: Promise<Map<string, R>> };

/** One statement names at most this many keys; the next ones wait for no other turn but get a statement of their own. */
const KEYS_MAX = 100;

/**
 * Reads rows by key. Callers of one turn of the event loop share a statement, because a round trip costs more than its
 * rows: sixteen clients that poll at once cost one. A statement begins after all its callers asked, so an answer is as
 * fresh as one read alone. A failure reaches every caller of the statement.
 */
export function makeLookup<R>(readRows: ReadRows<R>): Lookup<R> {
  let waiting: Statement<R> | null = null;

  function share(key: string): Statement<R> {
    const statement = waiting ?? begin();
    statement.keys.add(key);
    if (statement.keys.size >= KEYS_MAX) waiting = null;
    return statement;
  }

  function begin(): Statement<R> {
    const keys = new Set<string>();
    const rows = new Promise<Map<string, R>>((resolve, reject) => {
      // After all requests that have already arrived.
      outsideRequests(() => setImmediate(send));
      function send() {
        if (waiting?.keys === keys) waiting = null;
        read((sql) => readRows(sql, [...keys])).then(resolve, reject);
      }
    });
    waiting = { keys, rows };
    return waiting;
  }

  return (key) =>
    recorded(
      async (sql) => (await readRows(sql, [key])).get(key) ?? null,
      async () => (await share(key).rows).get(key) ?? null,
    );
}
