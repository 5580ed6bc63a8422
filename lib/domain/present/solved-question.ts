import type { SolvedQuestionRow } from "@/db/queries/threads";
import type { SolvedQuestion } from "@/lib/contract/public/resources";
import { threadUrl } from "@/lib/platform/urls";

/** Readers are shown the newest. */
export const SOLVED_MAX = 10;

/** The public form of a question that a skill solved. */
export function presentSolvedQuestion({ thread_id, question, at }: SolvedQuestionRow): SolvedQuestion {
  return { thread_id, title: question, canonical_url: threadUrl(thread_id), reported_at: at.toISOString() };
}
