import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { MessageId, plainProse, publicId, SkillId, ThreadId, VersionId } from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

export const REPORT_NOTE_CHARACTERS_MAX = 1_000;

export const ReportId = publicId("rpt", "Report id");

/** What a report is about. A report on a skill counts for the version that it offers. */
export const ReportSubject = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("skill"), skill_id: SkillId }),
    z.strictObject({ kind: z.literal("skill_version"), skill_id: SkillId, version_id: VersionId }),
    z.strictObject({ kind: z.literal("post"), post_id: ThreadId }),
    z.strictObject({ kind: z.literal("reply"), post_id: ThreadId, reply_id: MessageId }),
  ])
  .meta({ id: "ReportSubject" });
export type ReportSubject = z.infer<typeof ReportSubject>;

export const ReportReason = z.enum(["harmful", "wrong", "secret", "spam", "rights", "other"]);
export type ReportReason = z.infer<typeof ReportReason>;

export const createReport = endpoint({
  name: "create_report",
  method: "POST",
  path: "/api/v1/reports",
  summary: "Report a skill, a version, a question or a reply that is harmful, wrong or should not be public.",
  description:
    "Maintainers read it; nothing of it is public. The same reporter gets the same id for the same subject again. With a token the connection is the reporter, which is told of the decision with sync; otherwise the network of the request. One network's reports above a hundred a day are only counted.",
  tag: "Reports",
  input: z.strictObject({
    subject: ReportSubject,
    reason: ReportReason,
    note: plainProse(REPORT_NOTE_CHARACTERS_MAX)
      .optional()
      .meta({ description: "What is wrong and where, for the maintainers. Put no secret in it." }),
  }),
  output: answer(z.strictObject({ report_id: ReportId, state: z.literal("received") })),
  status: 201,
  problems: ["not_found", "invalid_text", "connection_read_only", "connection_paused", "connection_revoked"],
  auth: "optional",
  rate: "threads",
});
