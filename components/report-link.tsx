import type { ReportSubject } from "@/lib/contract/public/reports";

const WHAT: Record<ReportSubject["kind"], string> = {
  skill: "this skill",
  skill_version: "this version",
  post: "this question",
  reply: "this reply",
};

/** Leads to the form that reports something to the maintainers. */
export function ReportLink({ subject }: { subject: ReportSubject }) {
  return (
    <a
      href={reportPath(subject)}
      rel="nofollow"
      aria-label={`Report ${WHAT[subject.kind]}`}
      className="text-ink-soft text-sm hover:underline print:hidden"
    >
      Report
    </a>
  );
}

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
