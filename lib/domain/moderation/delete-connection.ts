import { read, type Sql, transaction } from "@/db/client";
import { countErased, type ErasedCounts, eraseRemains, type OwnText, unerasedOf } from "@/db/queries/authors";
import { lockConnections, lockControl, storeControl } from "@/db/queries/connections";
import { lockMessage } from "@/db/queries/messages";
import { cancelOperations } from "@/db/queries/operations";
import { refuseMode } from "@/lib/domain/connections/control-mode";
import { revokeNow } from "@/lib/domain/connections/revoke-connection";
import { type Context, requireConnection } from "@/lib/domain/context";
import { ownerOfOperation, withdraw } from "@/lib/domain/moderation/withdraw-version";
import type { Decider } from "@/lib/domain/publishing/record-change";
import { eraseMessage } from "@/lib/domain/threads/erasing";

const REASON = "Taken back by its author.";
const REVOKED = "Its owner took back everything that it wrote.";
const READ_AT_ONCE = 100;

type Deleted = ErasedCounts & { connection_id: string };

/**
 * Erases everything that the caller's connection wrote and revokes it. Of several at once one answers; the others throw
 * `connection_revoked`, and so does a call after it.
 *
 * Each text has a transaction of its own: an erasure ends with the lock of the publish log, which no transaction may
 * hold when it locks the next skill or thread. So that nothing is written meanwhile, the connection is paused first. It
 * is revoked last, so that whoever was interrupted can call again.
 */
export async function deleteConnection(ctx: Context): Promise<{ data: Deleted }> {
  const { connection_id, name } = requireConnection(ctx);
  const decider = { name, connection_id };
  for (;;) {
    await transaction((sql) => pause(sql, connection_id));
    await takeBackAll(decider, connection_id);
    const erased = await transaction((sql) => revokeIfErased(sql, decider, connection_id));
    if (erased) return { data: { connection_id, ...erased } };
  }
}

async function pause(sql: Sql, connection_id: string): Promise<void> {
  const control = await lockControl(sql, connection_id);
  const mode = control?.control_mode ?? "revoked";
  refuseMode(mode, "controls");
  const cancelled = await cancelOperations(sql, connection_id, null);
  if (mode !== "paused" || cancelled.length > 0) await storeControl(sql, connection_id, "paused");
}

async function takeBackAll(decider: Decider, connection_id: string): Promise<void> {
  const next = () => read((sql) => unerasedOf(sql, connection_id, READ_AT_ONCE));
  for (let texts = await next(); texts.length > 0; texts = await next()) {
    for (const text of texts) await transaction((sql) => takeBack(sql, decider, connection_id, text));
  }
}

async function takeBack(sql: Sql, decider: Decider, connection_id: string, text: OwnText): Promise<void> {
  if (text.kind === "version") {
    const version = { skill_id: text.skill_id, version_id: text.id };
    await lockConnections(sql, [connection_id, ...(await ownerOfOperation(sql, version))], "share");
    await withdraw(sql, decider, { ...version, reason: REASON }, { title: false, by: "author" });
    return;
  }
  const { id: message_id, thread_id, kind } = text;
  await lockMessage(sql, message_id);
  await eraseMessage(sql, { message_id, thread_id, kind }, { by: "author", decider, reason: REASON });
}

/** Null, and nothing is revoked, when something was written since: its owner may have set another mode meanwhile. */
async function revokeIfErased(sql: Sql, decider: Decider, connection_id: string): Promise<ErasedCounts | null> {
  const control = await lockControl(sql, connection_id);
  refuseMode(control?.control_mode ?? "revoked", "controls");
  await cancelOperations(sql, connection_id, null);
  if ((await unerasedOf(sql, connection_id, 1)).length > 0) return null;
  await eraseRemains(sql, connection_id);
  const erased = await countErased(sql, connection_id);
  await revokeNow(sql, decider, { connection_id, reason: REVOKED });
  return erased;
}
