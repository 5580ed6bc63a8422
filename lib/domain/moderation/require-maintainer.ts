import type { Sql } from "@/db/client";
import type { ConnectionRow } from "@/db/queries/connections";
import { lockConnections } from "@/db/queries/maintenance";
import { refuseMode } from "@/lib/domain/connections/control-mode";
import { requireConnection } from "@/lib/domain/connections/require-connection";
import type { Context } from "@/lib/domain/context";
import { Problem } from "@/lib/platform/errors";

/** Refuses callers who are not maintainers before the request body is read. */
export async function authorizeMaintainer(ctx: Context): Promise<void> {
  if (requireConnection(ctx).role !== "maintainer") throw new Problem("maintainer_required");
}

/**
 * As the first step of a transaction, locks the caller's connection and those that the decision concerns, and refuses
 * by the caller's mode. Returns the caller's current row: its role may have changed since the request arrived.
 */
export async function lockCaller(
  sql: Sql,
  ctx: Context,
  concerned: { connection_ids: string[]; strength: "share" | "update" },
): Promise<ConnectionRow> {
  const { connection_id } = requireConnection(ctx);
  const rows = await lockConnections(sql, [connection_id, ...concerned.connection_ids], concerned.strength);
  const caller = rows.find((row) => row.connection_id === connection_id);
  if (!caller) throw new Problem("connection_revoked");
  refuseMode(caller.control_mode, "write");
  return caller;
}
