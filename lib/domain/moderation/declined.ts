import type { Json } from "@/db/json";
import { presentProblem } from "@/lib/domain/submissions/present-problem";
import { Problem } from "@/lib/platform/errors";

const DETAIL_CHARACTERS_MAX = 400;

/** The problem of a submission that a person rejected; `reason` has the complete reason. */
export function declined(reason: string, request_id: string): Json {
  const detail = [...reason].slice(0, DETAIL_CHARACTERS_MAX).join("");
  return presentProblem(new Problem("review_declined", { detail, extra: { reason } }), request_id);
}
