import { singleton } from "@/lib/platform/singleton";

/** Shows that the process answers, and since when. Uses nothing else. */
export async function getLiveness(): Promise<{ data: { status: "live"; uptime_seconds: number } }> {
  return { data: { status: "live", uptime_seconds: Math.floor(process.uptime()) } };
}

const state = () => singleton("worker-state", () => ({ running: false }));

/** Whether this process runs the worker loops. */
export function workerRunning(): boolean {
  return state().running;
}

/** Set by the worker when its loops start and stop. */
export function setWorkerRunning(running: boolean): void {
  state().running = running;
}
