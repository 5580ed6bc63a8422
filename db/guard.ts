import { setTimeout as sleep } from "node:timers/promises";
import {
  gaveUp,
  isConnectionLost,
  isOutdatedStatement,
  lostToAnother,
  NotCommitted,
  whyNothingIsStored,
} from "@/db/failures";
import { type Deadline, makeDeadline, onDeadline, within } from "@/lib/platform/deadline";
import { Problem } from "@/lib/platform/errors";
import { noteShed } from "@/lib/platform/process-state";

export type Guard = {
  /**
   * `call` may register a listener with `onLoss`, which runs when the call does not settle or its connections become
   * unusable. It is retried up to `retries` times after a broken connection, and up to twice when it certainly stored
   * nothing.
   */
  run<T>(call: (onLoss: OnLoss) => Promise<T>, options: { retries: number }): Promise<T>;
  state(): GuardState;
};

export type GuardState = {
  running: number;
  waiting: number;
  breaker: "closed" | "open";
  /** Why a reachable database refused a write in the last seconds; null when none was refused. */
  writes: keyof typeof REFUSALS | null;
};

type OnLoss = (listener: () => void) => void;

type Limits = {
  permits: number;
  queueMax: number;
  waitMs: number;
  /** Total time for one `run`: waiting, calling and retrying. Time spent stalled does not count. */
  callMs: number;
};

const BREAKER_ERRORS = 5;
const BREAKER_WINDOW_MS = 5_000;
const BREAKER_OPEN_MS = 500;
const REPEATS = 2;
/** After a deadlock the rolled-back transaction waits this long, at most twice that, before it runs again. */
const LOST_PAUSE_MS = 20;
/** Refused writes within this time count as one outage. */
const REFUSED_MS = 10_000;
const REFUSED_RETRY_SECONDS = 5;
/** A server that has become a standby keeps its connections. New ones may reach the primary. */
const RECONNECT_MS = 1_000;

/**
 * Bounds a database client: a limit on concurrent calls, a queue bounded in length and time, a deadline per call, and a
 * breaker that opens after five connection errors in five seconds and tries one call every 500 ms. Refused calls get
 * the problem `unavailable` (503). Errors of the statement itself pass through.
 */
export function makeGuard(limits: Limits): Guard {
  let running = 0;
  const waiting: Array<{ take: () => void }> = [];
  let connectionErrors: number[] = [];
  let openUntil = 0;
  let probing = false;
  let refused: { why: keyof typeof REFUSALS; at: number } | null = null;
  let reconnectedAt = 0;

  /** Waits for a free permit. */
  async function queue(whole: Deadline): Promise<void> {
    if (waiting.length >= limits.queueMax) throw shed("Too many calls are waiting for the database.");
    const allowed = Math.min(limits.waitMs, whole.leftMs);
    const mine = makeDeadline(allowed);
    await new Promise<void>((resolve, reject) => {
      const place: { take(): void } = { take() {} };
      const cancel = onDeadline(mine, () => {
        waiting.splice(waiting.indexOf(place), 1);
        reject(shed("The database is busy."));
      });
      place.take = () => {
        cancel();
        resolve();
      };
      waiting.push(place);
    });
    whole.leftMs -= allowed - mine.leftMs;
  }

  function release(): void {
    const next = waiting.shift();
    if (next) next.take();
    else running -= 1;
  }

  function admit(): void {
    if (openUntil === 0) return;
    if (Date.now() < openUntil || probing) throw unavailable("The database cannot be reached.");
    probing = true;
  }

  function noteConnectionError(): void {
    const now = Date.now();
    connectionErrors = connectionErrors.filter((at) => now - at < BREAKER_WINDOW_MS);
    connectionErrors.push(now);
    if (openUntil > 0 || connectionErrors.length >= BREAKER_ERRORS) openUntil = now + BREAKER_OPEN_MS;
    probing = false;
  }

  function noteAnswer(): void {
    if (openUntil > 0) connectionErrors = [];
    openUntil = 0;
    probing = false;
  }

  function stopProbing(error: unknown): never {
    probing = false;
    throw error;
  }

  async function once<T>(call: (onLoss: OnLoss) => Promise<T>, deadline: Deadline): Promise<T> {
    admit();
    if (running < limits.permits) running += 1;
    else await queue(deadline).catch(stopProbing);
    let lost: (() => void) | undefined;
    try {
      const asked = call((listener) => {
        lost = listener;
      });
      const value = await within(asked, deadline, () => {
        lost?.();
        noteConnectionError();
        return unavailable("The database did not answer in time.");
      });
      noteAnswer();
      return value;
    } catch (error) {
      if (isConnectionLost(error)) {
        lost?.();
        noteConnectionError();
        throw new ConnectionLost(error);
      }
      if (gaveUp(error)) {
        noteAnswer();
        throw unavailable("The database took too long.");
      }
      if (error instanceof Problem && error.code === "unavailable") throw error;
      noteAnswer();
      if (isOutdatedStatement(error)) lost?.();
      if (isOutdatedStatement(error) || lostToAnother(error) || error instanceof NotCommitted)
        throw new Repeatable(error);
      throw refusalOf(error, lost) ?? error;
    } finally {
      release();
    }
  }

  /** Records that the database stores nothing and returns the problem; null for every other error. */
  function refusalOf(error: unknown, lost: (() => void) | undefined): Problem | null {
    const why = whyNothingIsStored(error);
    if (why === null) return null;
    const now = Date.now();
    refused = { why, at: now };
    if (why === "read_only" && now - reconnectedAt > RECONNECT_MS) {
      reconnectedAt = now;
      lost?.();
    }
    return unavailable(REFUSALS[why], REFUSED_RETRY_SECONDS);
  }

  return {
    async run(call, { retries }) {
      const deadline = makeDeadline(limits.callMs);
      for (let breaks = 0, repeats = 0; ; ) {
        try {
          return await once(call, deadline);
        } catch (error) {
          if (error instanceof ConnectionLost) {
            breaks += 1;
            if (breaks > retries || deadline.leftMs <= 0) throw unavailable("The database cannot be reached.");
          } else if (error instanceof Repeatable) {
            repeats += 1;
            if (repeats > REPEATS || deadline.leftMs <= 0) throw unavailable("The database stored nothing of it.");
            // An immediate retry would take its first lock before the other transaction has moved on, and deadlock
            // again.
            if (lostToAnother(error.cause)) await sleep(LOST_PAUSE_MS * (1 + Math.random()));
          } else throw error;
        }
      }
    },
    state: () => ({
      running,
      waiting: waiting.length,
      breaker: openUntil > Date.now() ? "open" : "closed",
      writes: refused && Date.now() - refused.at < REFUSED_MS ? refused.why : null,
    }),
  };
}

class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super("The connection to the database was lost.", { cause });
  }
}

/** Nothing was stored, and the call may succeed on a new connection. */
class Repeatable extends Error {
  constructor(cause: unknown) {
    super("The database stored nothing of it.", { cause });
  }
}

/** Refused for lack of capacity, with nothing broken: readiness fails when this continues. */
function shed(detail: string): Problem {
  noteShed();
  return unavailable(detail);
}

const REFUSALS = {
  read_only: "The database takes no writes just now.",
  no_room: "The database has no room to store anything just now.",
} as const;

function unavailable(detail: string, retryAfterSeconds = 1): Problem {
  return new Problem("unavailable", { detail, retryAfterSeconds });
}
