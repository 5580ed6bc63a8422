import { reportPath } from "@/components/report-path";
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
