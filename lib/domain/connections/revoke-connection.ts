import type { Sql } from "@/db/client";
import { lockControl, storeControl } from "@/db/queries/connections";
import { cancelOperations } from "@/db/queries/operations";
import type { Control } from "@/lib/contract/knowledge/resources";
import { type Decider, recordChange } from "@/lib/domain/publishing/record-change";

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
  const details = { connection_id, control_revision, cancelled: cancelled.length };
  await recordChange(sql, decider, { kind: "revocation", reason, details });
  return { connection_id, control: { mode, control_revision }, cancelled };
}
