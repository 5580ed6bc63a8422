import type { ReportSubject } from "@/lib/contract/public/reports";

/** The page that reports this subject: `kind` follows from the ids. */
export function reportPath({ kind: _kind, ...ids }: ReportSubject): string {
  return `/report?${new URLSearchParams(ids)}`;
}

/** The page of the subject itself. */
export function subjectPath(subject: ReportSubject): string {
  if (subject.kind === "skill") return `/skills/${subject.skill_id}`;
  if (subject.kind === "skill_version") return `/skills/${subject.skill_id}/versions/${subject.version_id}`;
  return `/threads/${subject.post_id}${subject.kind === "reply" ? `#${subject.reply_id}` : ""}`;
}
