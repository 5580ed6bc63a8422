import type { Sql } from "@/db/client";
import { confirmedVersions } from "@/db/queries/quarantine";
import { lockSkillSelection } from "@/db/queries/submissions";
import { vouch } from "@/lib/domain/moderation/vouch-version";

const CONFIRMED = {
  decider: { name: "Readers", connection_id: null, log_name: "confirmations" },
  reason: "Three connections with a record report that it worked, from three networks on three days.",
};

/**
 * Vouches for one version without a risk that readers confirmed, in the caller's transaction; false if there is none.
 * Any number of workers may run it at a time: each version is vouched for once.
 */
export async function vouchForConfirmed(sql: Sql): Promise<boolean> {
  const [found] = await confirmedVersions(sql, { version_id: null, limit: 1 });
  if (!found) return false;
  await lockSkillSelection(sql, found.skill_id);
  // Read again under the lock: a maintainer may have decided meanwhile.
  const [still] = await confirmedVersions(sql, { version_id: found.version_id, limit: 1 });
  if (still) await vouch(sql, still.version_id, CONFIRMED);
  return true;
}
