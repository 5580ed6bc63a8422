import type { Sql } from "@/db/client";
import { skillOfVersion } from "@/db/queries/erasures";
import { lockMessage } from "@/db/queries/maintenance-messages";
import { eraseMessage } from "@/lib/domain/erasing/erase-message";
import type { Erasure } from "@/lib/domain/erasing/erasure-list";
import { withdraw } from "@/lib/domain/moderation/withdraw-version";

const DECIDER = { name: "Restore", connection_id: null, log_name: "restore" };
const REASON = "It was erased after the backup was made.";

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
      await eraseMessage(sql, message, { by, decider: DECIDER, reason: REASON });
    } else {
      const skill_id = await skillOfVersion(sql, id);
      if (!skill_id) continue;
      await withdraw(sql, DECIDER, { skill_id, version_id: id, reason: REASON }, { title: title ?? false, by });
    }
    known += 1;
  }
  return known;
}
