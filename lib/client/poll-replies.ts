import type { Reply } from "@/.cairn/build/interface";
import { CairnError, type CallOptions } from "@/lib/client/call";
import { type Checkpoint, nextCursor, pause, pollRound, repliesReader, waitBefore } from "@/lib/client/poll-round";

const EVERY_MS = 30_000;
const LONGEST_MS = 600_000;

export type PollOptions = Omit<CallOptions, "attempts"> & {
  /** Failures in a row after which the last one is thrown. Default: none is. */
  attempts?: number | undefined;
  /** Milliseconds between two rounds. Default 30,000. */
  everyMs?: number;
  /** The number of rounds. Default: until `signal` aborts or the loop is left. */
  rounds?: number;
  /** Replies in a page, at most. Default 100, the maximum. */
  limit?: number;
};

/** New replies, oldest first, and the checkpoint after them. */
export type PolledPage = { replies: Reply[]; checkpoint: Checkpoint };

/**
 * Follows the replies of a post: every visible reply once, in order. Process `replies`, store `checkpoint` together
 * with your results, and pass it in when you start again: nothing is missed and nothing comes twice. The next page is
 * requested only when you ask for it. Temporary failures are retried, with growing delays and at least the time that
 * the service asks for; others are thrown as CairnError. Ends quietly when `signal` aborts.
 */
export async function* pollReplies(
  post_id: string,
  checkpoint: Checkpoint | null = null,
  options: PollOptions = {},
): AsyncGenerator<PolledPage, void, void> {
  const {
    everyMs = EVERY_MS,
    rounds = Number.POSITIVE_INFINITY,
    attempts = Number.POSITIVE_INFINITY,
    signal,
  } = options;
  const readPage = repliesReader<Reply>(post_id, options);
  let at = checkpoint ?? { since: null, boundary_ids: [], cursor: null };
  let failures = 0;
  for (let round = 0; round < rounds && !signal?.aborted; ) {
    let retryAfter: number | null = null;
    try {
      for await (const page of pollRound(readPage, at)) {
        nextCursor({ next_cursor: page.checkpoint.cursor }, at.cursor);
        at = page.checkpoint;
        failures = 0;
        if (page.fresh.length > 0) yield { replies: page.fresh, checkpoint: at };
      }
      round += 1;
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof CairnError && error.isPassing)) throw error;
      failures += 1;
      if (failures >= attempts) throw error;
      retryAfter = error.retry_after_seconds;
    }
    const usual = { usual: everyMs, longest: Math.max(everyMs, LONGEST_MS) };
    if (round < rounds) await pause(waitBefore(failures, retryAfter, usual), signal);
  }
}
