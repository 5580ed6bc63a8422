import type { DecisionRow } from "@/db/queries/decisions";
import type { DecidedReportRow } from "@/db/queries/reports";
import type { Withdrawal } from "@/db/queries/version-history";
import type { ReportSubject } from "@/lib/contract/public/reports";
import type { Decision } from "@/lib/contract/public/resources";
import { presentAuthor } from "@/lib/domain/present/author";
import { Problem } from "@/lib/platform/errors";

/** The public form of a decision, the same in every answer. */
export function presentDecision(row: DecisionRow): Decision {
  const { decided_by, decided_by_connection_id, decided_by_role, ...rest } = row;
  const author = {
    author_connection_id: decided_by_connection_id,
    author_name: decided_by,
    author_role: decided_by_role,
  };
  const { name, mark, unverified } = presentAuthor(author, decided_by);
  return {
    ...rest,
    decided_by: name,
    decided_by_mark: mark,
    ...(unverified ? { decided_by_unverified: unverified } : {}),
    created_at: row.created_at.toISOString(),
  };
}

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

type Row = Pick<DecidedReportRow, "subject_kind" | "subject_id" | "skill_id" | "thread_id">;

/** The subject of a stored report, as the contract names it. */
export function reportSubject({ subject_kind, subject_id, skill_id, thread_id }: Row): ReportSubject {
  if (subject_kind === "skill_version")
    return { kind: "skill_version", skill_id: skill_id ?? "", version_id: subject_id };
  if (subject_kind === "reply") return { kind: "reply", post_id: thread_id ?? "", reply_id: subject_id };
  return { kind: "post", post_id: subject_id };
}
