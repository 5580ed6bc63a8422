import type { Sql } from "@/db/client";
import { insertDecision } from "@/db/queries/decisions";
import { deliverSkillChange } from "@/db/queries/feeds";
import { markDirty, storeWithdrawal, versionState } from "@/db/queries/maintenance";
import { appendLog } from "@/db/queries/publish-log";
import { lockFeeds, lockSkillSelection } from "@/db/queries/submissions";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { byMaintainer, type Decider, type Deciding, logName } from "@/lib/maintenance/deciding";
import { noVersion } from "@/lib/maintenance/no-version";
import { versionRef } from "@/lib/present/version";

type Input = { skill_id: string; version_id: string; reason: string };
type Restored = {
  ref: SkillVersionRef;
  state: "published" | "candidate";
  selected: SkillVersionRef | null;
  selection_revision: string;
};

/** Taking back a withdrawal. The version can be read again; it is selected only by selecting it. */
export const restoring: Deciding<Input, Restored> = { effect: restore };

export const restoreVersion = byMaintainer(restoring);

async function restore(sql: Sql, decider: Decider, { skill_id, version_id, reason }: Input): Promise<Restored> {
  const skill = await lockSkillSelection(sql, skill_id);
  const version = skill ? await versionState(sql, skill_id, version_id) : null;
  if (!skill || !version) throw noVersion();
  if (!version.withdrawn) throw new Problem("invalid_transition", { detail: "The version is not withdrawn." });
  const { selected_version_id, selection_revision } = skill;
  await storeWithdrawal(sql, version_id, null);
  await markDirty(sql, skill_id);
  await insertDecision(sql, {
    decision_id: newId("dec"),
    kind: "restoration",
    decided_by: decider.name,
    decided_by_connection_id: decider.connection_id,
    reason,
    skill_id,
    version_id,
    details: { selected_version_id, selection_revision },
  });
  await lockFeeds(sql, { skill_id, connection_id: null });
  await deliverSkillChange(sql, { kind: "withdrawal", skill_id, version_id });
  await appendLog(sql, [
    { kind: "restoration", subject: version_id, details: { skill_id, reason, by: logName(decider) } },
  ]);
  return {
    ref: versionRef(version),
    state: version.is_candidate ? "candidate" : "published",
    selected: selected_version_id ? versionRef({ skill_id, version_id: selected_version_id }) : null,
    selection_revision,
  };
}
