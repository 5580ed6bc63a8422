import type { Sql } from "@/db/client";
import { type ErasedBy, eraseReportNotes, eraseVersionTexts, eraseVersionTitle } from "@/db/queries/erasures";
import { listedVersions } from "@/db/queries/held-versions";
import { forgetAnswersNaming } from "@/db/queries/idempotency";
import { storeSelection, storeWithdrawal, type VersionStateRow, versionState } from "@/db/queries/maintenance";
import { lockSkillSelection, lockSubmission, type SkillSelectionRow, settleOperation } from "@/db/queries/submissions";
import type { InputOf } from "@/lib/contract/endpoint";
import type { withdrawVersion as contract } from "@/lib/contract/maintenance/withdraw";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { listErasure } from "@/lib/domain/erasing/erasure-list";
import { declined } from "@/lib/domain/moderation/declined";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { noVersion } from "@/lib/domain/moderation/no-version";
import { versionRef } from "@/lib/domain/present/version";
import { type Decider, type RecordedChange, recordChanges } from "@/lib/domain/publishing/record-change";
import { Problem } from "@/lib/platform/errors";
import { newestOf } from "@/lib/search/rank/superseded";

type Input = InputOf<typeof contract>;
export type Withdrawn = {
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
  concerns: ownerOfOperation,
  effect: (sql, decider, input) => withdraw(sql, decider, input, null),
};

export const withdrawVersion = byMaintainer(withdrawing);

/** The connection whose submission brought a version: its operation may end with the version. */
export async function ownerOfOperation(sql: Sql, input: Pick<Input, "skill_id" | "version_id">): Promise<string[]> {
  const owner = (await versionState(sql, input.skill_id, input.version_id))?.operation_connection_id;
  return owner ? [owner] : [];
}

/** Withdraws a version; with `erasing` also erases its texts, of a withdrawn one only these. Call it last. */
export async function withdraw(
  sql: Sql,
  decider: Decider,
  input: Input,
  erasing: { title: boolean; by: ErasedBy } | null,
): Promise<Withdrawn> {
  const { skill_id, version_id, reason } = input;
  const found = await versionState(sql, skill_id, version_id);
  if (!found) throw noVersion();
  const submission = found.operation_ref ? await lockSubmission(sql, found.operation_ref) : null;
  const skill = await lockSkillSelection(sql, skill_id);
  if (!skill) throw noVersion();
  const version = await versionState(sql, skill_id, version_id);
  if (!version || (version.withdrawn && !erasing))
    throw new Problem("invalid_transition", { detail: "The version is withdrawn already." });

  const changes: RecordedChange[] = [];
  let now: Selection = skill;
  if (!version.withdrawn) {
    await storeWithdrawal(sql, version_id, reason);
    now = await moveSelection(sql, skill, version);
    const ended = submission?.state === "in_review" ? submission : null;
    if (ended) {
      const problem = declined(reason, ended.operation_ref);
      await settleOperation(sql, ended.operation_ref, { from: ["in_review"], state: "rejected", problem });
    }
    const { operation_ref } = version;
    const was_selected = skill.selected_version_id === version_id;
    const details = { selected_version_id: now.selected_version_id, selection_revision: now.selection_revision };
    const change = { kind: "withdrawal", skill_id, version_id, reason, operation_ref, details, was_selected } as const;
    changes.push({ decider, change, ended, told: version.author_connection_id });
  }
  const erased = erasing !== null && (await eraseVersion(sql, version_id, erasing));
  if (erased) {
    const change = { kind: "erasure", skill_id, version_id, thread_id: null, message_id: null, reason } as const;
    changes.push({ decider, change });
  }
  await recordChanges(sql, changes);
  if (erased) {
    await listErasure({ kind: "version", id: version_id, ...erasing });
    await forgetAnswersNaming(sql, [version_id]);
  }
  const selected = now.selected_version_id ? versionRef({ skill_id, version_id: now.selected_version_id }) : null;
  return { ref: versionRef(version), state: "withdrawn", selected, selection_revision: now.selection_revision };
}

async function eraseVersion(sql: Sql, version_id: string, { title }: { title: boolean }): Promise<boolean> {
  await eraseReportNotes(sql, [version_id]);
  const erased = await eraseVersionTexts(sql, version_id);
  return (title && (await eraseVersionTitle(sql, version_id))) || erased;
}

type Selection = Pick<SkillSelectionRow, "selected_version_id" | "selection_revision">;

async function moveSelection(sql: Sql, skill: SkillSelectionRow, version: VersionStateRow): Promise<Selection> {
  if (skill.selected_version_id !== version.version_id) return skill;
  const selected_version_id = newestOf(await listedVersions(sql, [skill.skill_id]))?.version_id ?? null;
  return { selected_version_id, selection_revision: await storeSelection(sql, skill.skill_id, selected_version_id) };
}
