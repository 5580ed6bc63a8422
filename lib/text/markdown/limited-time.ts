import { Script } from "node:vm";

/** Milliseconds used since the start. */
export type Spent = () => number;

const WORK = Symbol.for("cairn.limited-work");
const script = new Script('globalThis[Symbol.for("cairn.limited-work")]()');

/**
 * Measures CPU time from now on: never more than wall-clock time, and never more than this process has used. Time that
 * the machine gives to others does not count.
 */
export function stopwatch(): Spent {
  const [clock, processor] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(processor);
    return Math.min(performance.now() - clock, (user + system) / 1_000);
  };
}

/**
 * Runs synchronous work with a wall-clock limit and aborts it after that, even inside a regular expression. Null when
 * it was aborted: state that the work was changing is then unreliable. Throws the errors of the work.
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
