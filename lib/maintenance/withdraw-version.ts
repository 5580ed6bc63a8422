import type { Sql } from "@/db/client";
import { insertDecision } from "@/db/queries/decisions";
import { deliverOperation, deliverSkillChange } from "@/db/queries/feeds";
import {
  markDirty,
  newestSelectable,
  storeSelection,
  storeWithdrawal,
  type VersionStateRow,
  versionState,
} from "@/db/queries/maintenance";
import { appendLog } from "@/db/queries/publish-log";
import {
  lockFeeds,
  lockSkillSelection,
  lockSubmission,
  type SkillSelectionRow,
  settleOperation,
} from "@/db/queries/submissions";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { byMaintainer, type Decider, type Deciding, logName } from "@/lib/maintenance/deciding";
import { declined } from "@/lib/maintenance/declined";
import { noVersion } from "@/lib/maintenance/no-version";
import { versionRef } from "@/lib/present/version";
import { selectionEntry } from "@/lib/publishing/publish-version";

type Input = { skill_id: string; version_id: string; reason: string };
type Withdrawn = {
  ref: SkillVersionRef;
  state: "withdrawn";
  selected: SkillVersionRef | null;
  selection_revision: string;
};

/**
 * Withdrawing a version. The selection moves to the newest other version that was ever selected, or to none; either way
 * the selection revision grows, so that nobody builds on the withdrawn one unawares. A candidate's submission is rejected.
 */
export const withdrawing: Deciding<Input, Withdrawn> = {
  concerns: async (sql, input) => {
    const owner = (await versionState(sql, input.skill_id, input.version_id))?.operation_connection_id;
    return owner ? [owner] : [];
  },
  effect: withdraw,
};

export const withdrawVersion = byMaintainer(withdrawing);

async function withdraw(sql: Sql, decider: Decider, input: Input): Promise<Withdrawn> {
  const { skill_id, version_id, reason } = input;
  const found = await versionState(sql, skill_id, version_id);
  if (!found) throw noVersion();
  const submission = found.operation_ref ? await lockSubmission(sql, found.operation_ref) : null;
  const skill = await lockSkillSelection(sql, skill_id);
  if (!skill) throw noVersion();
  const version = await versionState(sql, skill_id, version_id);
  if (!version || version.withdrawn)
    throw new Problem("invalid_transition", { detail: "The version is withdrawn already." });

  await storeWithdrawal(sql, version_id, reason);
  const now = await moveSelection(sql, skill, version);
  await markDirty(sql, skill_id);
  await insertDecision(sql, {
    decision_id: newId("dec"),
    kind: "withdrawal",
    decided_by: decider.name,
    decided_by_connection_id: decider.connection_id,
    reason,
    skill_id,
    version_id,
    operation_ref: version.operation_ref,
    details: { selected_version_id: now.selected_version_id, selection_revision: now.selection_revision },
  });
  await lockFeeds(sql, { skill_id, connection_id: version.operation_connection_id });
  await deliverSkillChange(sql, { kind: "withdrawal", skill_id, version_id });
  if (submission?.state === "in_review") {
    const { operation_ref, connection_id } = submission;
    await settleOperation(sql, operation_ref, {
      from: ["in_review"],
      state: "rejected",
      problem: declined(reason, operation_ref),
    });
    await deliverOperation(sql, { connection_id, operation_ref });
  }
  await log(sql, decider, input, skill, now);
  const selected = now.selected_version_id ? versionRef({ skill_id, version_id: now.selected_version_id }) : null;
  return { ref: versionRef(version), state: "withdrawn", selected, selection_revision: now.selection_revision };
}

type Selection = Pick<SkillSelectionRow, "selected_version_id" | "selection_revision">;

async function moveSelection(sql: Sql, skill: SkillSelectionRow, version: VersionStateRow): Promise<Selection> {
  if (skill.selected_version_id !== version.version_id) return skill;
  const selected_version_id = await newestSelectable(sql, skill.skill_id);
  return { selected_version_id, selection_revision: await storeSelection(sql, skill.skill_id, selected_version_id) };
}

async function log(
  sql: Sql,
  decider: Decider,
  { skill_id, version_id, reason }: Input,
  before: Selection,
  now: Selection,
): Promise<void> {
  const { selected_version_id, selection_revision } = now;
  const by = logName(decider);
  const moved = selected_version_id !== null && selected_version_id !== before.selected_version_id;
  await appendLog(sql, [
    {
      kind: "withdrawal",
      subject: version_id,
      details: { skill_id, reason, by, selected_version_id, selection_revision },
    },
    ...(moved
      ? [
          selectionEntry({
            skill_id,
            version_id: selected_version_id,
            previous_version_id: version_id,
            selection_revision,
            by,
            reason: `The selected version was withdrawn: ${reason}`,
          }),
        ]
      : []),
  ]);
}
