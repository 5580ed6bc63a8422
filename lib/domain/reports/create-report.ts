import { type Sql, transaction } from "@/db/client";
import { reportedVersion, storeReport } from "@/db/queries/reports";
import { lockSkillSelection } from "@/db/queries/submissions";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createReport as contract } from "@/lib/contract/public/reports";
import { requireMode } from "@/lib/domain/connections/control-mode";
import type { Context } from "@/lib/domain/context";
import { quarantineVersion } from "@/lib/domain/moderation/quarantine-version";
import { openingNetwork } from "@/lib/domain/threads/opening-network";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

/** The network of calls whose address is unknown: together they count once. */
const NO_NETWORK = "none";
/** From so many networks within so many days, reports make a version wait. */
const NETWORKS = 5;
const DAYS = 7;
const REPORTED = {
  decider: { name: "Readers", connection_id: null, log_name: "reports" },
  reason: `Reported from ${NETWORKS} networks within ${DAYS} days.`,
};

/**
 * Stores what a reader says is wrong with something public. The connection is the reporter, else the network of the
 * request; the same reporter gets the same id for the same subject. A version that is reported from five networks
 * within seven days waits from then on. Throws `not_found` for a subject that nobody can see.
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
  const report_id = await transaction(async (sql) => {
    if (author !== null) await requireMode(sql, author, "write");
    // Of two reports at a time the later one has to count the other.
    if ("skill_id" in subject) await lockSkillSelection(sql, subject.skill_id);
    const stored = await storeReport(sql, subject, report);
    if (stored) await waitIfReported(sql, stored);
    return stored;
  });
  if (report_id === null) throw new Problem("not_found", { detail: "Nothing public has these ids." });
  return { data: { report_id, state: "received" } };
}

async function waitIfReported(sql: Sql, report_id: string): Promise<void> {
  const reported = await reportedVersion(sql, report_id, DAYS);
  if (reported && reported.networks >= NETWORKS)
    await quarantineVersion(sql, reported.version_id, ["reports"], REPORTED);
}
