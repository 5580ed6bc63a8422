import { type CallOptions, post } from "@/lib/client/call";
import type { Outcome, OutcomeReported, SkillVersionRef } from "@/lib/client/wire";

export type OutcomeReport = {
  /** The thread that your search opened, and its key. */
  post_id: string;
  append_key: string;
  outcome: Outcome;
  /** Public plain prose. */
  text: string;
  /** The versions it counts for. */
  used_versions?: SkillVersionRef[];
};

/** Publishes the outcome in your thread. Only after the user has confirmed it. Throws CairnError. */
export function reportOutcome(report: OutcomeReport, options: CallOptions = {}): Promise<OutcomeReported> {
  const { post_id, append_key, ...body } = report;
  const path = `/api/v1/posts/${encodeURIComponent(post_id)}/replies`;
  return post(path, body, { "x-service-append-key": append_key }, options);
}
