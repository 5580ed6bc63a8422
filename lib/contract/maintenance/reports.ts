import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { listing, moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { Cursor, PAGE_ITEMS_MAX, Timestamp, Url } from "@/lib/contract/primitives";
import { ReportReason, ReportSubject } from "@/lib/contract/public/reports";
import { answer, page } from "@/lib/contract/public/resources";

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
  input: z.strictObject({
    limit: z.int().min(1).max(PAGE_ITEMS_MAX).optional().meta({ description: "Default 20." }),
    cursor: Cursor.optional(),
  }),
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
