import { type Allowance, allow, whenUsedUp } from "@/lib/awake";
import { Problem } from "@/lib/errors";
import { noteShed } from "@/lib/shedding";

export type Guard = {
  /** `call` may leave with `onLoss` what is to be done when it does not settle, or when its connection breaks under it. */
  run<T>(call: (onLoss: OnLoss) => Promise<T>, options: { retries: number }): Promise<T>;
  state(): { running: number; waiting: number; breaker: "closed" | "open" };
};

type OnLoss = (listener: () => void) => void;

type Limits = {
  permits: number;
  queueMax: number;
  waitMs: number;
  /** What one `run` may take in all: waiting, calling, and calling again. Time in which the process could do nothing is not its. */
  callMs: number;
};

const BREAKER_ERRORS = 5;
const BREAKER_WINDOW_MS = 5_000;
const BREAKER_OPEN_MS = 500;

/**
 * Puts bounds around a database client that has none: a number of calls at once, a queue of bounded length and time in front, a deadline
 * per call, and a breaker that opens after five connection errors in five seconds and tries one call every 500 ms. What
 * it refuses is the problem `unavailable` (503). Errors of the statement itself pass through.
 */
export function makeGuard(limits: Limits): Guard {
  let running = 0;
  const waiting: Array<{ take: () => void }> = [];
  let connectionErrors: number[] = [];
  let openUntil = 0;
  let probing = false;

  /** Waits for a permit where none is free. */
  async function queue(whole: Allowance): Promise<void> {
    if (waiting.length >= limits.queueMax) throw shed("Too many calls are waiting for the database.");
    const allowed = Math.min(limits.waitMs, whole.leftMs);
    const mine = allow(allowed);
    await new Promise<void>((resolve, reject) => {
      const place = { take: () => {} };
      const cancel = whenUsedUp(mine, () => {
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

  async function once<T>(call: (onLoss: OnLoss) => Promise<T>, allowance: Allowance): Promise<T> {
    admit();
    if (running < limits.permits) running += 1;
    else await queue(allowance).catch(stopProbing);
    let lost: (() => void) | undefined;
    try {
      const asked = call((listener) => {
        lost = listener;
      });
      const value = await within(asked, allowance, () => {
        lost?.();
        noteConnectionError();
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
      if (!(error instanceof Problem && error.code === "unavailable")) noteAnswer();
      throw error;
    } finally {
      release();
    }
  }

  return {
    async run(call, { retries }) {
      const allowance = allow(limits.callMs);
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await once(call, allowance);
        } catch (error) {
          if (!(error instanceof ConnectionLost)) throw error;
          if (attempt >= retries || allowance.leftMs <= 0) throw unavailable("The database cannot be reached.");
        }
      }
    },
    state: () => ({ running, waiting: waiting.length, breaker: openUntil > Date.now() ? "open" : "closed" }),
  };
}

/** The outcome of a call, or, when the allowance is used up, that the database did not answer in time; `onLate` then runs first. */
function within<T>(called: Promise<T>, allowance: Allowance, onLate: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = whenUsedUp(allowance, () => {
      onLate();
      reject(unavailable("The database did not answer in time."));
    });
    called.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}

class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super("The connection to the database was lost.", { cause });
  }
}

/** Refused for want of time, not because anything is broken: readiness fails when it goes on. */
function shed(detail: string): Problem {
  noteShed();
  return unavailable(detail);
}

function unavailable(detail: string): Problem {
  return new Problem("unavailable", { detail, retryAfterSeconds: 1 });
}

/** Socket errors, and the server's own "I am starting or stopping" and "too many connections". */
export function isConnectionLost(error: unknown): boolean {
  return /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|CONNECTION_|CONNECT_TIMEOUT|08|57P0|53300)/.test(
    codeOf(error),
  );
}

/** What a driver's own call may have ended with: a broken connection, or a refusal of the server. */
export function isOfDatabase(error: unknown): boolean {
  return isConnectionLost(error) || (error instanceof Error && error.name === "PostgresError");
}

/** A statement or a lock took too long: the server is there and has said so. */
function gaveUp(error: unknown): boolean {
  return /^(57014|55P03)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
