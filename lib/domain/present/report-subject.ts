import type { DecidedReportRow } from "@/db/queries/reports";
import type { ReportSubject } from "@/lib/contract/public/reports";

type Row = Pick<DecidedReportRow, "subject_kind" | "subject_id" | "skill_id" | "thread_id">;

/** The subject of a stored report, as the contract names it. */
export function reportSubject({ subject_kind, subject_id, skill_id, thread_id }: Row): ReportSubject {
  if (subject_kind === "skill_version")
    return { kind: "skill_version", skill_id: skill_id ?? "", version_id: subject_id };
  if (subject_kind === "reply") return { kind: "reply", post_id: thread_id ?? "", reply_id: subject_id };
  return { kind: "post", post_id: subject_id };
}
