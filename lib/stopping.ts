import { once } from "@/lib/process";

const state = () => once("stopping", () => ({ stopping: false }));

/** Whether this process was told to stop. It still answers, so that a load balancer can look elsewhere first. */
export function isStopping(): boolean {
  return state().stopping;
}

/** From here on readiness fails, and answers ask their callers to close the connection. */
export function setStopping(): void {
  state().stopping = true;
}
