import { type Sql, transaction } from "@/db/client";
import { openFeed, reportedVersion, STORED_OF_NETWORK_MAX, storeReport } from "@/db/queries/reports";
import { lockSkillSelection } from "@/db/queries/selection";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createReport as contract } from "@/lib/contract/public/reports";
import { requireMode } from "@/lib/domain/connections/control-mode";
import { type Context, openingNetwork } from "@/lib/domain/context";
import { quarantineVersion } from "@/lib/domain/moderation/waiting";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

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
    if (author !== null) await openFeed(sql, author);
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
