import type { IncomingMessage } from "node:http";

/** What every body is given. */
const FIRST_MS = 6_000;
/** What each byte that arrives adds: a body must come at 4 kB a second or faster. */
const MS_PER_BYTE = 1 / 4;
const ALL_MS_MAX = 30_000;

/**
 * Calls `onLate` once when the body of a request comes too slowly: 6 s, and 1 s more for each 4 kB that have arrived, at most 30 s
 * in all. Returns what ends the watch.
 */
export function watchBody({ socket }: IncomingMessage, onLate: () => void): () => void {
  const startedAt = performance.now();
  const before = socket.bytesRead;
  const allowed = () => Math.min(ALL_MS_MAX, FIRST_MS + (socket.bytesRead - before) * MS_PER_BYTE);
  let timer = setTimeout(look, FIRST_MS);

  function look(): void {
    const left = startedAt + allowed() - performance.now();
    if (left <= 0) onLate();
    else timer = setTimeout(look, left);
  }

  return () => clearTimeout(timer);
}
