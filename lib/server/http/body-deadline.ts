import type { IncomingMessage } from "node:http";

/** Base allowance of every body. */
const FIRST_MS = 6_000;
/** Extra allowance per received byte: the minimum rate is 4 kB/s. */
const MS_PER_BYTE = 1 / 4;
const ALL_MS_MAX = 30_000;

/**
 * Calls `onLate` once if a request body arrives too slowly: it has 6 s, plus 1 s for each 4 kB received, 30 s at most.
 * Returns a function that stops the watch.
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
