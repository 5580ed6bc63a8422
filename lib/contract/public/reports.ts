import { z } from "zod";
import { endpoint, modeRefusals } from "@/lib/contract/endpoint";
import { listing, moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import {
  MessageId,
  plainProse,
  publicId,
  SkillId,
  ThreadId,
  Timestamp,
  Url,
  VersionId,
} from "@/lib/contract/primitives";
import { answer, page, paging } from "@/lib/contract/public/resources";

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
  problems: ["not_found", "invalid_text", ...modeRefusals],
  auth: "optional",
  rate: "threads",
});

/** What readers report about one subject. */
export const ReportedSubject = z
  .strictObject({
    subject: ReportSubject,
    title: z.string().meta({ description: "Of the version, or of the thread." }),
    url: Url,
    reasons: z
      .partialRecord(ReportReason, z.int().min(1))
      .meta({ description: "How many reporters give each reason." }),
    notes: z.array(z.string()).meta({ description: "The five latest." }),
    reporters: z
      .strictObject({ connections: z.int().min(0), anonymous: z.int().min(0), networks: z.int().min(1) })
      .meta({ description: "Those with a token, those without, and the different networks of both." }),
    weight: z.number().min(0).meta({
      description:
        "One for each network, less where its reports or its reporter's were dismissed, and where it reports much.",
    }),
    latest_at: Timestamp,
  })
  .meta({ id: "ReportedSubject" });
export type ReportedSubject = z.infer<typeof ReportedSubject>;

export const listReports = endpoint({
  ...listing,
  name: "list_reports",
  path: "/api/v1/maintenance/reports",
  summary: "What readers report, grouped by subject, the heaviest first.",
  description: "A subject leaves the list when its reports are dismissed, or when it is withdrawn or hidden.",
  input: z.strictObject(paging),
  output: page(ReportedSubject),
});

export const dismissReports = endpoint({
  ...moderation,
  name: "dismiss_reports",
  path: "/api/v1/maintenance/reports/dismiss",
  summary: "Dismiss the reports of a subject: it stays public.",
  description:
    "To act on them instead, withdraw the version or hide the message. Either way, each connection that reported it is told with sync.",
  input: z.strictObject({ subject: ReportSubject, reason: Reason }),
  output: answer(z.strictObject({ subject: ReportSubject, dismissed: z.int().min(1) })),
  problems: [...refusals, "not_found"],
});
