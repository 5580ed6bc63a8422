import { log } from "@/lib/platform/log";
import { singleton } from "@/lib/platform/singleton";
import { makeBreaker } from "@/lib/search/engine/breaker";
import { embedder, OtherDimensions } from "@/lib/search/engine/embedder";

/** `misfit`: its last answer was unusable; one such answer is enough. */
const state = () => singleton("embedder-health", () => ({ breaker: makeBreaker(), asked: false, misfit: false }));

/** Whether a call may be made now: while the embedder fails, one probe a second is allowed. */
export function admitsEmbedder(): boolean {
  return state().breaker.admits(Date.now());
}

/** Whether the last calls failed, so that only probes are made. */
export function isEmbedderPaused(): boolean {
  return state().breaker.isOpen();
}

/** The embedder's state from past calls; makes no call itself. */
export function embedderState(): "up" | "down" | "not_asked" | "not_configured" {
  if (embedder() === null) return "not_configured";
  const { breaker, asked, misfit } = state();
  return breaker.isOpen() || misfit ? "down" : asked ? "up" : "not_asked";
}

/** Records the result of an embedder call, for the state and the next caller. */
export function embedderAnswered(error: unknown): void {
  const { breaker } = state();
  const before = breaker.isOpen();
  state().asked = true;
  state().misfit = error instanceof OtherDimensions;
  if (error === null) breaker.succeeded();
  else breaker.failed(Date.now());
  if (breaker.isOpen() && !before)
    log().warn({ err: String(error) }, "the embedder fails: searches use words only until it recovers");
  if (!breaker.isOpen() && before) log().info("the embedder answers again");
}
