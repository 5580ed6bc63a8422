import type { Sql } from "@/db/client";
import { lockControl, storeControl } from "@/db/queries/controls";
import { insertDecision } from "@/db/queries/decisions";
import { cancelOperations } from "@/db/queries/operations";
import type { Control } from "@/lib/contract/knowledge/resources";
import { newId } from "@/lib/ids";

/** The connection that revokes, or null for a person without one. */
type Decider = { name: string; connection_id: string | null };

export type Revoked = { connection_id: string; control: Control; cancelled: string[] };

/**
 * Revokes a connection permanently in the caller's transaction, cancels its pending operations and records the
 * decision. Null when there is no such connection; `"already"` when it is already revoked.
 */
export async function revokeNow(
  sql: Sql,
  decider: Decider,
  { connection_id, reason }: { connection_id: string; reason: string },
): Promise<Revoked | "already" | null> {
  const control = await lockControl(sql, connection_id);
  if (!control) return null;
  if (control.control_mode === "revoked") return "already";
  const cancelled = await cancelOperations(sql, connection_id, null);
  const { control_mode: mode, control_revision } = await storeControl(sql, connection_id, "revoked");
  await insertDecision(sql, {
    decision_id: newId("dec"),
    kind: "revocation",
    decided_by: decider.name,
    decided_by_connection_id: decider.connection_id,
    reason,
    details: { connection_id, control_revision, cancelled: cancelled.length },
  });
  return { connection_id, control: { mode, control_revision }, cancelled };
}
