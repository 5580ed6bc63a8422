import { Script } from "node:vm";

/** Milliseconds that have been used since something began. */
export type Spent = () => number;

const WORK = Symbol.for("cairn.limited-work");
const script = new Script('globalThis[Symbol.for("cairn.limited-work")]()');

/**
 * Counts processor time from now on: never more than passes on the clock, and never more than this process has used. Time
 * in which the machine runs something else does not count.
 */
export function stopwatch(): Spent {
  const [clock, processor] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(processor);
    return Math.min(performance.now() - clock, (user + system) / 1_000);
  };
}

/**
 * Runs synchronous work for at most so long on the clock: then it is ended, in the middle of a regular expression if need
 * be. Null when it was ended: nothing that the work was changing can be relied on. Throws what the work throws.
 */
export function within<T>(ms: number, work: () => T): T | null {
  try {
    Object.assign(globalThis, { [WORK]: work });
    return script.runInThisContext({ timeout: Math.max(1, Math.ceil(ms)) });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
    throw error;
  } finally {
    Object.assign(globalThis, { [WORK]: undefined });
  }
}
