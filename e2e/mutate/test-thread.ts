import path from "node:path";
import { Worker } from "node:worker_threads";
import type { CaseResult } from "@/e2e/mutate/small-test";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

type Order = { code: string; only: readonly string[] | null; bail: boolean; seed: number; marks?: number };
export type Answer = { results: CaseResult[]; reached: Array<[id: string, marks: number[]]> };

const LIVES_MAX = 40;
const MEMORY_MB_MAX = 1_500;
/** Elapsed time limit on a busy machine, as a multiple of the CPU limit. */
const CLOCK_FACTOR = 15;

/**
 * A thread that runs bundles sequentially. It is ended when a bundle takes too long, and occasionally to free its
 * memory.
 */
export class TestThread {
  private worker: Worker | null = null;
  private runs = 0;

  /**
   * Returns the answer, or the reason for its absence: the CPU limit was reached, or the thread broke. Tests that wait
   * forever are ended by elapsed time, much later.
   */
  async run(order: Order, limitMs: number): Promise<Answer | "limit" | "broken"> {
    if (this.runs >= LIVES_MAX) await this.end();
    this.worker ??= new Worker(path.join(PROJECT_ROOT, "e2e/mutate/thread.mjs"), {
      stdout: true,
      stderr: true,
      execArgv: [],
      // A mutant that never stops collecting is ended before the machine has no memory left.
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX },
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    this.runs += 1;
    const { worker } = this;
    const answer = await new Promise<Answer | "limit" | "broken">((resolve) => {
      const settle = (value: Answer | "limit" | "broken") => {
        clearInterval(timer);
        worker.off("message", settle).off("error", isBroken).off("exit", isBroken);
        resolve(value);
      };
      const isBroken = () => settle("broken");
      const [begun, used] = [Date.now(), process.cpuUsage()];
      const timer = setInterval(() => {
        const { user, system } = process.cpuUsage(used);
        if ((user + system) / 1_000 > limitMs || Date.now() - begun > CLOCK_FACTOR * limitMs) settle("limit");
      }, 100);
      worker.on("message", settle).on("error", isBroken).on("exit", isBroken);
      worker.postMessage(order);
    });
    if (typeof answer === "string") await this.end();
    return answer;
  }

  async end(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.runs = 0;
    worker?.on("error", () => {});
    await worker?.terminate();
  }
}

/** Works through a list with all threads; each takes the next entry when it has finished one. */
export async function onAll<T>(
  threads: readonly TestThread[],
  list: readonly T[],
  work: (one: T, thread: TestThread) => Promise<void>,
): Promise<void> {
  const left = list.values();
  await Promise.all(
    threads.map(async (thread) => {
      for (const one of left) await work(one, thread);
    }),
  );
}
