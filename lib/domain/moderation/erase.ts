import { read, type Sql, transaction } from "@/db/client";
import { countErased, type ErasedCounts, eraseRemains, type OwnText, unerasedOf } from "@/db/queries/authors";
import { lockConnections, lockControl, storeControl } from "@/db/queries/connections";
import { lockMessage } from "@/db/queries/messages";
import { cancelOperations } from "@/db/queries/operations";
import { skillOfVersion } from "@/db/queries/selection";
import type { InputOf } from "@/lib/contract/endpoint";
import type { eraseMessage as messageContract } from "@/lib/contract/maintenance/messages";
import type { eraseVersion as versionContract } from "@/lib/contract/maintenance/versions";
import { refuseMode, revokeNow } from "@/lib/domain/connections/controls";
import { type Context, requireConnection } from "@/lib/domain/context";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { ownerOfVersion, type Withdrawn, withdraw } from "@/lib/domain/moderation/withdraw-version";
import type { Decider } from "@/lib/domain/publishing/record-change";
import { type Erasure, eraseMessage as erase } from "@/lib/domain/threads/erasing";
import { Problem } from "@/lib/platform/errors";

const RESTORE = { name: "Restore", connection_id: null, log_name: "restore" };
const RESTORE_REASON = "It was erased after the backup was made.";

type Erased = { thread_id: string; message_id: string; erased: true };

/** Erases the text of a message for good. What was erased before stays as it is. */
export const erasingMessage: Moderation<InputOf<typeof messageContract>, Erased> = {
  quotesNothing: true,
  effect: async (sql, decider, { message_id, reason }) => {
    const message = await lockMessage(sql, message_id);
    if (!message) throw new Problem("not_found", { detail: "No message has this id." });
    await erase(sql, message, { by: "maintainer", decider, reason });
    return { thread_id: message.thread_id, message_id, erased: true };
  },
};

/** Withdraws a version and erases its texts for good, the title too. */
export const erasingVersion: Moderation<InputOf<typeof versionContract>, Withdrawn> = {
  quotesNothing: true,
  concerns: ownerOfVersion,
  effect: (sql, decider, input) => withdraw(sql, decider, input, { title: true, by: "maintainer" }),
};

export const eraseMessage = byMaintainer(erasingMessage);
export const eraseVersion = byMaintainer(erasingVersion);

/**
 * Erases in a restored database what was erased after its backup was made, in the caller's transaction. Returns how many
 * of these texts the database holds; it holds none of them afterwards.
 */
export async function eraseAgain(sql: Sql, erasures: Erasure[]): Promise<number> {
  let known = 0;
  for (const { kind, id, by, title } of erasures) {
    if (kind === "message") {
      const message = await lockMessage(sql, id);
      if (!message) continue;
      await erase(sql, message, { by, decider: RESTORE, reason: RESTORE_REASON });
    } else {
      const skill_id = await skillOfVersion(sql, id);
      if (!skill_id) continue;
      await withdraw(sql, RESTORE, { skill_id, version_id: id, reason: RESTORE_REASON }, { title: title ?? false, by });
    }
    known += 1;
  }
  return known;
}

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
    await lockConnections(sql, [connection_id, ...(await ownerOfVersion(sql, version))], "share");
    await withdraw(sql, decider, { ...version, reason: REASON }, { title: false, by: "author" });
    return;
  }
  const { id: message_id, thread_id, kind } = text;
  await lockMessage(sql, message_id);
  await erase(sql, { message_id, thread_id, kind }, { by: "author", decider, reason: REASON });
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
