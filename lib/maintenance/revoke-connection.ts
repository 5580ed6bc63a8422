import type { Sql } from "@/db/client";
import { lockControl, storeControl } from "@/db/queries/controls";
import { insertDecision } from "@/db/queries/decisions";
import { cancelOperations } from "@/db/queries/operations";
import type { Control } from "@/lib/contract/knowledge/resources";
import { Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { byMaintainer, type Decider, type Deciding } from "@/lib/maintenance/deciding";

type Input = { connection_id: string; reason: string };
type Revoked = { connection_id: string; control: Control; cancelled: string[] };

/** Revoking someone's connection for good. Nothing of it commits after the answer; what waits is cancelled. */
export const revoking: Deciding<Input, Revoked> = {
  concerns: async (_sql, input) => [input.connection_id],
  strength: "update",
  effect: revoke,
};

export const revokeConnection = byMaintainer(revoking);

async function revoke(sql: Sql, decider: Decider, { connection_id, reason }: Input): Promise<Revoked> {
  const control = await lockControl(sql, connection_id);
  if (!control) throw new Problem("not_found", { detail: "No connection has this id." });
  if (control.control_mode === "revoked")
    throw new Problem("invalid_transition", { detail: "The connection is revoked already." });
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
