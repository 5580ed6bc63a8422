import { ReportSubject } from "@/lib/contract/public/reports";

/** The fields of an address or a form that name a subject. */
export const SUBJECT_FIELDS = ["skill_id", "version_id", "post_id", "reply_id"] as const;

/** The subject that the fields of an address or a form name; null when they name none. */
export function subjectOf(field: (name: string) => string | null | undefined): ReportSubject | null {
  const [skill_id, version_id, post_id, reply_id] = SUBJECT_FIELDS.map((name) => field(name) || undefined);
  const kind = post_id ? (reply_id ? "reply" : "post") : version_id ? "skill_version" : "skill";
  const ids = { skill_id, version_id, post_id, reply_id };
  return ReportSubject.safeParse(JSON.parse(JSON.stringify({ kind, ...ids }))).data ?? null;
}
