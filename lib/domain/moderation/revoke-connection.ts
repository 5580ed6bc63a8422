import type { Sql } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { revokeConnection as contract } from "@/lib/contract/maintenance/revoke";
import { type Revoked, revokeNow } from "@/lib/domain/connections/revoke-connection";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import type { Decider } from "@/lib/domain/publishing/record-change";
import { Problem } from "@/lib/platform/errors";

type Input = InputOf<typeof contract>;

/**
 * Revokes a connection permanently. Nothing by this connection commits after the response; its pending operations are
 * cancelled.
 */
export const revoking: Moderation<Input, Revoked> = {
  concerns: async (_sql, input) => [input.connection_id],
  strength: "update",
  effect: revoke,
};

export const revokeConnection = byMaintainer(revoking);

async function revoke(sql: Sql, decider: Decider, input: Input): Promise<Revoked> {
  const revoked = await revokeNow(sql, decider, input);
  if (!revoked) throw new Problem("not_found", { detail: "No connection has this id." });
  if (revoked === "already") throw new Problem("invalid_transition", { detail: "The connection is revoked already." });
  return revoked;
}
