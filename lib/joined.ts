/** Calls `work`, or joins a call for the same key that has not begun yet. */
export type Joined<T> = (key: string, work: () => Promise<T>) => Promise<T>;

/** Nobody waits longer for a call that hangs: theirs begins beside it. */
const LATE_MS = 20;

type Turn<T> = { running: Promise<T>; next: Promise<T> | null };

/**
 * Lets many who ask for the same at once share an answer: one call runs, and all who come meanwhile share the one after it.
 * So what anybody gets was begun after they asked, and is as new as a call of their own. Callers must not change it. A
 * failure is given to those who share it, and the next call is made all the same.
 */
export function makeJoined<T>(): Joined<T> {
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
