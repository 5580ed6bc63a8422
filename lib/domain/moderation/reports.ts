import { z } from "zod";
import { read, type Sql } from "@/db/client";
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
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { authorizeMaintainer } from "@/lib/domain/moderation/require-maintainer";
import { openCursor, sealCursor } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";
import { threadUrl, versionUrl } from "@/lib/platform/urls";

const LIMIT = 20;
const Position = z.strictObject({ latest_at: Timestamp, subject_id: z.string() });

type Dismissal = InputOf<typeof dismissContract>;
type Dismissed = { subject: ReportSubject; dismissed: number };

/** What readers report, grouped by subject, the latest report first. Throws `maintainer_required`. */
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
        ? sealCursor(binding, { latest_at: last.latest_at.toISOString(), subject_id: last.subject_id })
        : null,
  };
}

/** Dismisses the reports of a subject. Of two maintainers at once, the second gets `not_found`. */
export const dismissReports = byMaintainer({ effect } satisfies Moderation<Dismissal, Dismissed>);

async function effect(sql: Sql, _decider: unknown, { subject, reason }: Dismissal): Promise<Dismissed> {
  const dismissed = await dismiss(sql, subject, reason);
  if (dismissed === 0) throw new Problem("not_found", { detail: "No reports of this subject wait for a decision." });
  return { subject, dismissed };
}

function present(row: ReportedRow): ReportedSubject {
  const { title, reasons, notes, connections, networks, latest_at } = row;
  return {
    ...place(row),
    title: title ?? "",
    reasons,
    notes,
    reporters: { connections, networks },
    latest_at: latest_at.toISOString(),
  };
}

function place({
  subject_kind,
  subject_id,
  skill_id,
  thread_id,
}: ReportedRow): Pick<ReportedSubject, "subject" | "url"> {
  if (subject_kind === "skill_version" && skill_id !== null)
    return {
      subject: { kind: "skill_version", skill_id, version_id: subject_id },
      url: versionUrl(skill_id, subject_id),
    };
  const post_id = thread_id ?? subject_id;
  if (subject_kind === "reply")
    return { subject: { kind: "reply", post_id, reply_id: subject_id }, url: `${threadUrl(post_id)}#${subject_id}` };
  return { subject: { kind: "post", post_id }, url: threadUrl(post_id) };
}
