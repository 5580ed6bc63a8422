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
