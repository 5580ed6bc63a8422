import { z } from "zod";
import { read, type Sql } from "@/db/client";
import { deliverReports } from "@/db/queries/feeds";
import { dismissReports as dismiss, type ReportedRow, reportedSubjects } from "@/db/queries/reports";
import type { InputOf } from "@/lib/contract/endpoint";
import type {
  dismissReports as dismissContract,
  listReports as listContract,
  ReportedSubject,
} from "@/lib/contract/maintenance/reports";
import { Timestamp } from "@/lib/contract/primitives";
import type { ReportSubject } from "@/lib/contract/public/reports";
import type { Context } from "@/lib/domain/context";
import { authorizeMaintainer, byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { reportSubject } from "@/lib/domain/present/decision";
import { openCursor, sealCursor } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";
import { threadUrl, versionUrl } from "@/lib/platform/urls";

const LIMIT = 20;
const Position = z.strictObject({ weight: z.string(), latest_at: Timestamp, subject_id: z.string() });

type Dismissal = InputOf<typeof dismissContract>;
type Dismissed = { subject: ReportSubject; dismissed: number };

/** What readers report, grouped by subject, the heaviest first. Throws `maintainer_required`. */
export async function listReports(
  ctx: Context,
  input: InputOf<typeof listContract>,
): Promise<{ data: ReportedSubject[]; next_cursor: string | null }> {
  await authorizeMaintainer(ctx);
  const limit = input.limit ?? LIMIT;
  const binding = { endpoint: "list_reports", filter: {} };
  const position = input.cursor === undefined ? null : openCursor(binding, input.cursor, Position);
  const rows = await read((sql) => reportedSubjects(sql, position, limit + 1));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(present),
    next_cursor:
      rows.length > limit && last
        ? sealCursor(binding, {
            weight: last.weight,
            latest_at: last.latest_at.toISOString(),
            subject_id: last.subject_id,
          })
        : null,
  };
}

/** Dismisses the reports of a subject and tells the connections that made them. Of two maintainers at once, the second gets `not_found`. */
export const dismissReports = byMaintainer({ effect } satisfies Moderation<Dismissal, Dismissed>);

async function effect(sql: Sql, _decider: unknown, { subject, reason }: Dismissal): Promise<Dismissed> {
  const dismissed = await dismiss(sql, subject, reason);
  if (dismissed.length === 0)
    throw new Problem("not_found", { detail: "No reports of this subject wait for a decision." });
  await deliverReports(
    sql,
    dismissed.map(({ report_id }) => report_id),
  );
  return { subject, dismissed: dismissed.length };
}

function present(row: ReportedRow): ReportedSubject {
  const { title, reasons, notes, connections, anonymous, networks, weight, latest_at } = row;
  const subject = reportSubject(row);
  return {
    subject,
    url: placeOf(subject),
    title: title ?? "",
    reasons,
    notes,
    reporters: { connections, anonymous, networks },
    weight: Number(weight),
    latest_at: latest_at.toISOString(),
  };
}

function placeOf(subject: ReportSubject): string {
  if (subject.kind === "skill_version") return versionUrl(subject.skill_id, subject.version_id);
  if (subject.kind === "skill") throw new Error("a report is about a version of the skill");
  return subject.kind === "reply" ? `${threadUrl(subject.post_id)}#${subject.reply_id}` : threadUrl(subject.post_id);
}
