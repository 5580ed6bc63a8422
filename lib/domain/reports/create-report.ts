import { transaction, write } from "@/db/client";
import { storeReport } from "@/db/queries/reports";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createReport as contract } from "@/lib/contract/public/reports";
import { requireMode } from "@/lib/domain/connections/control-mode";
import type { Context } from "@/lib/domain/context";
import { openingNetwork } from "@/lib/domain/threads/opening-network";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

/** The reporter of calls whose address is unknown: together they count once. */
const NO_NETWORK = "none";

/**
 * Stores what a reader says is wrong with something public. The connection is the reporter, else the network of the
 * request; the same reporter gets the same id for the same subject. Throws `not_found` for a subject that nobody can
 * see.
 */
export async function createReport(
  ctx: Context,
  { subject, reason, note }: InputOf<typeof contract>,
): Promise<{ data: { report_id: string; state: "received" } }> {
  const author = ctx.connection?.connection_id ?? null;
  const report = {
    report_id: newId("rpt"),
    reason,
    note: note ?? null,
    reporter: author ?? openingNetwork(ctx.client)?.toString("hex") ?? NO_NETWORK,
    reporter_connection_id: author,
  };
  const report_id =
    author === null
      ? await write((sql) => storeReport(sql, subject, report))
      : await transaction(async (sql) => {
          await requireMode(sql, author, "write");
          return storeReport(sql, subject, report);
        });
  if (report_id === null) throw new Problem("not_found", { detail: "Nothing public has these ids." });
  return { data: { report_id, state: "received" } };
}
