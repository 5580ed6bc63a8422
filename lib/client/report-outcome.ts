import type { CallOptions } from "@/lib/client/call";
import { type AnswerOf, call, type InputOf } from "@/lib/client/operations";

export type Outcome = OutcomeReport["outcome"];
export type OutcomeReported = AnswerOf<"createReply">;

/** Its text is public plain prose, and it counts for `used_versions`. */
export type OutcomeReport = InputOf<"createReply"> & {
  /** The token of the connection that opened the thread, instead of the thread's key. */
  token?: string;
};

/** Publishes the outcome in your thread. Only after the user has confirmed it. Throws CairnError. */
export function reportOutcome(report: OutcomeReport, options: CallOptions = {}): Promise<OutcomeReported> {
  const { token, ...input } = report;
  return call("createReply", input, token === undefined ? options : { ...options, token });
}
