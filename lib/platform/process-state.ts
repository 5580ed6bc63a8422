import { Problem } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";

/** What this process still lacks. */
export type StartPhase =
  /** The database, the search index or the library: only liveness is answered. */
  | { name: "starting" }
  /** The pages: the API and the documents are answered. `current` is the index of the running step in `steps`. */
  | { name: "building_pages"; steps: readonly string[]; current: number }
  /** The pages, for good: the build failed. */
  | { name: "pages_failed" };

const DETAILS = {
  starting: "The server is starting: the database and the library are being prepared.",
  building_pages: "The API answers; the pages are being built.",
  pages_failed: "The API answers; the pages could not be built.",
} as const;
const RETRY_SECONDS = { starting: 1, building_pages: 3, pages_failed: 60 } as const;

const started = () => singleton<{ phase: StartPhase | null }>("start-phase", () => ({ phase: null }));

/** The phase of the running start; null when it is complete, and in processes that are not a server. */
export function startPhase(): StartPhase | null {
  return started().phase;
}

export function setStartPhase(phase: StartPhase | null): void {
  started().phase = phase;
}

/** The refusal of a request that cannot be answered in this phase. */
export function startingProblem(phase: StartPhase, extra: Record<string, unknown> = {}): Problem {
  return new Problem("unavailable", {
    detail: DETAILS[phase.name],
    retryAfterSeconds: RETRY_SECONDS[phase.name],
    extra,
  });
}

/** The same for readiness, which also names the phase in `data.status`. */
export function notReadyYet(phase: StartPhase): Problem {
  return startingProblem(phase, { data: { status: phase.name } });
}

const stopped = () => singleton("stopping", () => ({ stopping: false }));

/** Whether this process will stop soon. It still answers, so that a load balancer can route elsewhere first. */
export function isStopping(): boolean {
  return stopped().stopping;
}

/** Makes readiness fail and answers ask their callers to close the connection. */
export function setStopping(): void {
  stopped().stopping = true;
}

/** Refusals further apart than this belong to different spells. */
const GAP_MS = 2_000;

type Spell = { since: number; last: number };

const spell = () => singleton<Spell>("shedding", () => ({ since: 0, last: Number.NEGATIVE_INFINITY }));

/** Records that a request was refused because of overload. `now` is in milliseconds. */
export function noteShed(now = performance.now()): void {
  const current = spell();
  if (now - current.last > GAP_MS) current.since = now;
  current.last = now;
}

/**
 * For how many seconds requests have been refused without a break of two seconds; 0 when there are no current refusals.
 */
export function sheddingSeconds(now = performance.now()): number {
  const { since, last } = spell();
  return now - last > GAP_MS ? 0 : (now - since) / 1_000;
}

/**
 * This process's current requests: body not received yet (`open`), being handled (`running`), queued behind other
 * requests of their client (`waiting`), and answered by an open stream (`streams`). All are 0 without requests; health
 * checks and the metrics page are not counted.
 */
export type RequestTotals = { open: number; running: number; waiting: number; streams: number };

/** The counters of the process; lib/server/http/admission.ts maintains them. */
export function requestTotals(): RequestTotals {
  return singleton("request-totals", () => ({ open: 0, running: 0, waiting: 0, streams: 0 }));
}
