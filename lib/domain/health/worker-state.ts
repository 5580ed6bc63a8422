import { singleton } from "@/lib/platform/singleton";

const state = () => singleton("worker-state", () => ({ running: false }));

/** Whether this process runs the worker loops. */
export function workerRunning(): boolean {
  return state().running;
}

/** Set by the worker when its loops start and stop. */
export function setWorkerRunning(running: boolean): void {
  state().running = running;
}
