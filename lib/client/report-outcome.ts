import { type CallOptions, post } from "@/lib/client/call";
import type { Outcome, OutcomeReported, SkillVersionRef } from "@/lib/client/wire";

export type OutcomeReport = {
  /** The thread that your search or task opened. */
  post_id: string;
  /** Its key; a task needs none where its connection's token is given. */
  append_key?: string;
  /** The token of the connection that opened the thread, for a task. */
  token?: string;
  outcome: Outcome;
  /** Public plain prose. */
  text: string;
  /** The versions it counts for. */
  used_versions?: SkillVersionRef[];
};

/** Publishes the outcome in your thread. Only after the user has confirmed it. Throws CairnError. */
export function reportOutcome(report: OutcomeReport, options: CallOptions = {}): Promise<OutcomeReported> {
  const { post_id, append_key, token, ...body } = report;
  const headers = {
    ...(append_key === undefined ? {} : { "x-service-append-key": append_key }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const path = `/api/v1/posts/${encodeURIComponent(post_id)}/replies`;
  return post(path, body, headers, options);
}
