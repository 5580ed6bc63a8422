import type { Sql } from "@/db/client";
import { listedVersions } from "@/db/queries/held-versions";
import { storeSelection, storeWithdrawal, type VersionStateRow, versionState } from "@/db/queries/maintenance";
import { lockSkillSelection, lockSubmission, type SkillSelectionRow, settleOperation } from "@/db/queries/submissions";
import type { InputOf } from "@/lib/contract/endpoint";
import type { withdrawVersion as contract } from "@/lib/contract/maintenance/withdraw";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { declined } from "@/lib/domain/moderation/declined";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { noVersion } from "@/lib/domain/moderation/no-version";
import { versionRef } from "@/lib/domain/present/version";
import { type Decider, recordChanges } from "@/lib/domain/publishing/record-change";
import { Problem } from "@/lib/platform/errors";
import { newestOf } from "@/lib/search/rank/superseded";

type Input = InputOf<typeof contract>;
type Withdrawn = {
  ref: SkillVersionRef;
  state: "withdrawn";
  selected: SkillVersionRef | null;
  selection_revision: string;
};

/**
 * Withdraws a version. The selection moves to the newest other listed version that is no backport, or to none. The
 * selection revision grows in both cases, so that updates based on the withdrawn version conflict. A candidate's
 * submission is rejected.
 */
export const withdrawing: Moderation<Input, Withdrawn> = {
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
  const ended = submission?.state === "in_review" ? submission : null;
  if (ended) {
    const problem = declined(reason, ended.operation_ref);
    await settleOperation(sql, ended.operation_ref, { from: ["in_review"], state: "rejected", problem });
  }
  const { operation_ref } = version;
  const was_selected = skill.selected_version_id === version_id;
  const details = { selected_version_id: now.selected_version_id, selection_revision: now.selection_revision };
  const change = { kind: "withdrawal", skill_id, version_id, reason, operation_ref, details, was_selected } as const;
  await recordChanges(sql, [{ decider, change, ended, told: version.author_connection_id }]);
  const selected = now.selected_version_id ? versionRef({ skill_id, version_id: now.selected_version_id }) : null;
  return { ref: versionRef(version), state: "withdrawn", selected, selection_revision: now.selection_revision };
}

type Selection = Pick<SkillSelectionRow, "selected_version_id" | "selection_revision">;

async function moveSelection(sql: Sql, skill: SkillSelectionRow, version: VersionStateRow): Promise<Selection> {
  if (skill.selected_version_id !== version.version_id) return skill;
  const selected_version_id = newestOf(await listedVersions(sql, [skill.skill_id]))?.version_id ?? null;
  return { selected_version_id, selection_revision: await storeSelection(sql, skill.skill_id, selected_version_id) };
}
