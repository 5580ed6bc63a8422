import type { Withdrawal } from "@/db/queries/version-history";
import { presentDecision } from "@/lib/domain/present/decision";
import { Problem } from "@/lib/platform/errors";

const DETAIL_CHARACTERS_MAX = 400;

/** The problem for unreadable content: `withdrawn` with its decision, or not found. */
export function refuseUnreadable(withdrawal: Withdrawal | null): Problem {
  if (!withdrawal) return new Problem("not_found", { detail: "No skill or version has this id." });
  const { withdrawn_reason: reason, withdrawn_at, decision } = withdrawal;
  return new Problem("withdrawn", {
    detail: `This version was withdrawn: ${[...reason].slice(0, DETAIL_CHARACTERS_MAX).join("")}`,
    extra: {
      reason,
      withdrawn_at: withdrawn_at.toISOString(),
      decision: decision && presentDecision(decision),
    },
  });
}
