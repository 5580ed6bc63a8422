import { singleton } from "@/lib/platform/singleton";

const state = () => singleton("stopping", () => ({ stopping: false }));

/** Whether this process was told to stop. It still answers, so that a load balancer can route elsewhere first. */
export function isStopping(): boolean {
  return state().stopping;
}

/** Makes readiness fail and answers ask their callers to close the connection. */
export function setStopping(): void {
  state().stopping = true;
}
