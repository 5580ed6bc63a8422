import { Problem } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";

/** What this process still lacks. */
export type StartPhase =
  /** The database, the search index or the library: only liveness is answered. */
  | { name: "starting" }
  /** The pages: the API and the documents are answered. `current` is the place of the running step in `steps`. */
  | { name: "building_pages"; steps: readonly string[]; current: number }
  /** The pages, for good: the build failed. */
  | { name: "pages_failed" };

const DETAILS = {
  starting: "The server is starting: the database and the library are being prepared.",
  building_pages: "The API answers; the pages are being built.",
  pages_failed: "The API answers; the pages could not be built.",
} as const;
const RETRY_SECONDS = { starting: 1, building_pages: 3, pages_failed: 60 } as const;

const state = () => singleton<{ phase: StartPhase | null }>("start-phase", () => ({ phase: null }));

/** The phase of the running start; null when it is complete, and in processes that are no server. */
export function startPhase(): StartPhase | null {
  return state().phase;
}

export function setStartPhase(phase: StartPhase | null): void {
  state().phase = phase;
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
