import type { Sql } from "@/db/client";
import { type ErasedBy, eraseReportNotes, eraseVersionTexts, eraseVersionTitle } from "@/db/queries/erasures";
import { listedVersions } from "@/db/queries/held-versions";
import { forgetAnswersNaming } from "@/db/queries/idempotency";
import { lockSubmission, settleOperation } from "@/db/queries/operations";
import {
  lockSkillSelection,
  type SkillSelectionRow,
  storeSelection,
  storeWithdrawal,
  type VersionStateRow,
  versionState,
} from "@/db/queries/selection";
import { versionHistory, withdrawalOf } from "@/db/queries/version-history";
import type { InputOf } from "@/lib/contract/endpoint";
import type {
  restoreVersion as restoreVersionContract,
  withdrawVersion as withdrawVersionContract,
} from "@/lib/contract/maintenance/versions";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";
import type { withdrawOwnVersion as withdrawOwnVersionContract } from "@/lib/contract/public/skills";
import { byMaintainer, declined, type Moderation, noVersion } from "@/lib/domain/moderation/moderate";
import { presentVersionSummary, versionRef } from "@/lib/domain/present/version";
import { type Decider, type RecordedChange, recordChange, recordChanges } from "@/lib/domain/publishing/record-change";
import { listErasure } from "@/lib/domain/threads/erasing";
import { Problem } from "@/lib/platform/errors";
import { newestOf } from "@/lib/search/rank/choose-version";

type Input = InputOf<typeof withdrawVersionContract>;
export type Withdrawn = {
  ref: SkillVersionRef;
  state: "withdrawn";
  selected: SkillVersionRef | null;
  selection_revision: string;
};

/**
 * Withdraws a version. The selection moves to the newest other listed version that is not a backport, or to none. The
 * selection revision grows in both cases, so that updates based on the withdrawn version conflict. A candidate's
 * submission is rejected.
 */
export const withdrawing: Moderation<Input, Withdrawn> = {
  concerns: ownerOfVersion,
  effect: (sql, decider, input) => withdraw(sql, decider, input, null),
};

export const withdrawVersion = byMaintainer(withdrawing);

/** The connection whose submission brought a version: its operation may end with the version. */
export async function ownerOfVersion(sql: Sql, input: Pick<Input, "skill_id" | "version_id">): Promise<string[]> {
  const owner = (await versionState(sql, input))?.operation_connection_id;
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
  const found = await versionState(sql, { skill_id, version_id });
  if (!found) throw noVersion();
  const submission = found.operation_ref ? await lockSubmission(sql, found.operation_ref) : null;
  const skill = await lockSkillSelection(sql, skill_id);
  if (!skill) throw noVersion();
  const version = await versionState(sql, { skill_id, version_id });
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

type OwnInput = InputOf<typeof withdrawOwnVersionContract>;
type OwnWithdrawn = VersionSummary & {
  skill_id: string;
  withdrawn_at: string;
  reason: string;
  selected: SkillVersionRef | null;
  selection_revision: string;
};

const withdrawingOwn: Moderation<OwnInput, OwnWithdrawn> = {
  quotesNothing: true,
  concerns: ownerOfVersion,
  permits: async () => true,
  effect: withdrawOwn,
};

/**
 * Withdraws a version for its author and erases its texts; one that a maintainer withdrew keeps its reason. Throws
 * `not_found`, and `not_author` for everybody else.
 */
export const withdrawOwnVersion = byMaintainer(withdrawingOwn);

async function withdrawOwn(sql: Sql, decider: Decider, input: OwnInput): Promise<OwnWithdrawn> {
  const { skill_id, version_id } = input;
  const version = await versionState(sql, { skill_id, version_id });
  if (!version) throw noVersion();
  if (decider.connection_id === null || version.author_connection_id !== decider.connection_id)
    throw new Problem("not_author");
  const { selected, selection_revision } = await withdraw(sql, decider, input, { title: false, by: "author" });
  const row = (await versionHistory(sql, skill_id)).find((one) => one.version_id === version_id);
  const withdrawal = await withdrawalOf(sql, skill_id, version_id);
  if (!row || !withdrawal) throw new Error("The version has gone though its skill was locked.");
  return {
    ...presentVersionSummary(skill_id, row),
    skill_id,
    withdrawn_at: withdrawal.withdrawn_at.toISOString(),
    reason: withdrawal.withdrawn_reason,
    selected,
    selection_revision,
  };
}

type RestoreInput = InputOf<typeof restoreVersionContract>;
type Restored = {
  ref: SkillVersionRef;
  state: "published" | "candidate";
  selected: SkillVersionRef | null;
  selection_revision: string;
};

/** Reverts a withdrawal. The version becomes readable again; selecting it is a separate decision. */
export const restoring: Moderation<RestoreInput, Restored> = { effect: restore };

export const restoreVersion = byMaintainer(restoring);

async function restore(sql: Sql, decider: Decider, { skill_id, version_id, reason }: RestoreInput): Promise<Restored> {
  const skill = await lockSkillSelection(sql, skill_id);
  const version = skill ? await versionState(sql, { skill_id, version_id }) : null;
  if (!skill || !version) throw noVersion();
  if (!version.withdrawn) throw new Problem("invalid_transition", { detail: "The version is not withdrawn." });
  if (version.erased) throw new Problem("invalid_transition", { detail: "The text of the version was erased." });
  const { selected_version_id, selection_revision } = skill;
  await storeWithdrawal(sql, version_id, null);
  const details = { selected_version_id, selection_revision };
  await recordChange(sql, decider, { kind: "restoration", skill_id, version_id, reason, details });
  return {
    ref: versionRef(version),
    state: version.is_candidate ? "candidate" : "published",
    selected: selected_version_id ? versionRef({ skill_id, version_id: selected_version_id }) : null,
    selection_revision,
  };
}
