import { z } from "zod";
import { read, type Sql, transaction } from "@/db/client";
import { deliverReports, ensureFeed } from "@/db/queries/feeds";
import {
  dismissReports as dismiss,
  type ReportedRow,
  reportedSubjects,
  reportedVersion,
  STORED_OF_NETWORK_MAX,
  storeReport,
} from "@/db/queries/reports";
import { lockSkillSelection } from "@/db/queries/selection";
import type { InputOf } from "@/lib/contract/endpoint";
import { Timestamp } from "@/lib/contract/primitives";
import type {
  createReport as contract,
  dismissReports as dismissContract,
  listReports as listContract,
  ReportedSubject,
  ReportSubject,
} from "@/lib/contract/public/reports";
import { requireMode } from "@/lib/domain/connections/controls";
import { type Context, openingNetwork } from "@/lib/domain/context";
import { authorizeMaintainer, byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { quarantineVersion } from "@/lib/domain/moderation/waiting";
import { reportSubject } from "@/lib/domain/present/decision";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { threadUrl, versionUrl } from "@/lib/platform/urls";

/** The network of calls whose address is unknown: together they count once. */
const NO_NETWORK = "none";
const DAY_MS = 86_400_000;
/** From so many networks within so many days, reports make a version wait. */
const NETWORKS = 5;
const DAYS = 7;
const REPORTED = {
  decider: { name: "Readers", connection_id: null, log_name: "reports" },
  reason: `Reported from ${NETWORKS} networks within ${DAYS} days.`,
};

/**
 * Stores what a reader says is wrong with something public. The connection is the reporter, else the network of the
 * request; the same reporter gets the same id for the same subject, and a connection is told of the decision. A version
 * that is reported from five networks within seven days waits from then on. Throws `not_found` for a subject that nobody
 * can see, `rate_limited` when the network has reported too much on this day.
 */
export async function createReport(
  ctx: Context,
  { subject, reason, note }: InputOf<typeof contract>,
): Promise<{ data: { report_id: string; state: "received" } }> {
  const author = ctx.connection?.connection_id ?? null;
  const network = openingNetwork(ctx.client)?.toString("hex") ?? NO_NETWORK;
  const report = {
    report_id: newId("rpt"),
    reason,
    note: note ?? null,
    reporter: author ?? network,
    reporter_connection_id: author,
    network,
  };
  const stored = await transaction(async (sql) => {
    if (author !== null) await requireMode(sql, author, "write");
    // Of two reports at a time the later one has to count the other.
    if ("skill_id" in subject) await lockSkillSelection(sql, subject.skill_id);
    if (author !== null) await ensureFeed(sql, author);
    const one = await storeReport(sql, subject, report);
    if (one?.report_id) await waitIfReported(sql, one.report_id);
    return one;
  });
  if (stored === null) throw new Problem("not_found", { detail: "Nothing public has these ids." });
  if (stored.report_id === null) throw usedUp();
  return { data: { report_id: stored.report_id, state: "received" } };
}

function usedUp(): Problem {
  return new Problem("rate_limited", {
    detail: `Maintainers read ${STORED_OF_NETWORK_MAX} reports a day from one network. This one was only counted.`,
    // Days end at midnight UTC.
    retryAfterSeconds: Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1_000),
  });
}

async function waitIfReported(sql: Sql, report_id: string): Promise<void> {
  const reported = await reportedVersion(sql, report_id, DAYS);
  if (reported && reported.weight >= NETWORKS) await quarantineVersion(sql, reported.version_id, ["reports"], REPORTED);
}

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
  const { page, next_cursor } = pageOf(binding, rows, limit, ({ weight, latest_at, subject_id }) => ({
    weight,
    latest_at: latest_at.toISOString(),
    subject_id,
  }));
  return { data: page.map(present), next_cursor };
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
