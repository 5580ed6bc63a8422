import type { Sql } from "@/db/client";
import { lockMessage } from "@/db/queries/messages";
import { skillOfVersion } from "@/db/queries/selection";
import type { InputOf } from "@/lib/contract/endpoint";
import type { eraseMessage as messageContract } from "@/lib/contract/maintenance/messages";
import type { eraseVersion as versionContract } from "@/lib/contract/maintenance/versions";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { ownerOfOperation, type Withdrawn, withdraw } from "@/lib/domain/moderation/withdraw-version";
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
  concerns: ownerOfOperation,
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
