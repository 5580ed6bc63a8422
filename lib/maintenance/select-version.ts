import type { Sql } from "@/db/client";
import { insertDecision } from "@/db/queries/decisions";
import { deliverOperation, deliverSkillChange } from "@/db/queries/feeds";
import { markDirty, storeSelection, type VersionStateRow, versionState } from "@/db/queries/maintenance";
import { appendLog } from "@/db/queries/publish-log";
import {
  lockFeeds,
  lockSkillSelection,
  lockSubmission,
  settleOperation,
  skillSelection,
} from "@/db/queries/submissions";
import { SubmissionInReview, type SubmissionResult } from "@/lib/contract/knowledge/submissions";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { byMaintainer, type Decider, type Deciding, logName } from "@/lib/maintenance/deciding";
import { noVersion } from "@/lib/maintenance/no-version";
import { versionRef } from "@/lib/present/version";
import { selectionEntry } from "@/lib/publishing/publish-version";
import { requireRevision } from "@/lib/submissions/require-references";
import { skillUrl } from "@/lib/urls";

type Input = { skill_id: string; version_id: string; observed_selection_revision: string; reason: string };
type Selected = { ref: SkillVersionRef; previous: SkillVersionRef | null; selection_revision: string };

/** Selecting a version that exists: maintainers any that is not withdrawn, a skill's author its candidates. */
export const selecting: Deciding<Input, Selected> = {
  concerns: async (sql, input) => {
    const owner = (await versionState(sql, input.skill_id, input.version_id))?.operation_connection_id;
    return owner ? [owner] : [];
  },
  permits: async (sql, caller, input) => {
    const skill = await skillSelection(sql, input.skill_id);
    if (skill?.author_connection_id !== caller.connection_id) return false;
    return (await versionState(sql, input.skill_id, input.version_id))?.is_candidate === true;
  },
  effect: selectExisting,
};

export const selectVersion = byMaintainer(selecting);

/**
 * Selects a version and ends the review of its submission, if there is one. Throws `not_found`,
 * `selection_revision_conflict`, and `invalid_transition` for a version that is withdrawn or selected already. Hold the
 * lock of the connection that submitted it.
 */
export async function selectExisting(sql: Sql, decider: Decider, input: Input): Promise<Selected> {
  const { skill_id, version_id, reason } = input;
  const version = await versionState(sql, skill_id, version_id);
  if (!version) throw noVersion();
  const submission = version.operation_ref ? await lockSubmission(sql, version.operation_ref) : null;
  const skill = await lockSkillSelection(sql, skill_id);
  if (!skill) throw noVersion();
  requireRevision(skill, input.observed_selection_revision);
  // Read again under the lock: it may have been withdrawn while this waited.
  if ((await versionState(sql, skill_id, version_id))?.withdrawn)
    throw new Problem("invalid_transition", { detail: "The version is withdrawn." });
  if (skill.selected_version_id === version_id)
    throw new Problem("invalid_transition", { detail: "The version is selected already." });

  const selection_revision = await storeSelection(sql, skill_id, version_id);
  const previous_version_id = skill.selected_version_id;
  await markDirty(sql, skill_id);
  await insertDecision(sql, {
    decision_id: newId("dec"),
    kind: "selection",
    decided_by: decider.name,
    decided_by_connection_id: decider.connection_id,
    reason,
    skill_id,
    version_id,
    operation_ref: version.operation_ref,
    details: { selection_revision, previous_version_id },
  });
  await lockFeeds(sql, { skill_id, connection_id: version.operation_connection_id });
  await deliverSkillChange(sql, { kind: "selection", skill_id, version_id });
  if (submission?.state === "in_review") {
    const { warnings } = SubmissionInReview.parse(submission.result);
    await endReview(sql, version, {
      ref: versionRef(version),
      canonical_url: skillUrl(skill_id, skill.slug),
      selection_revision,
      warnings,
    });
  }
  await appendLog(sql, [
    selectionEntry({ skill_id, version_id, previous_version_id, selection_revision, by: logName(decider), reason }),
  ]);
  const previous = previous_version_id ? versionRef({ skill_id, version_id: previous_version_id }) : null;
  return { ref: versionRef(version), previous, selection_revision };
}

async function endReview(sql: Sql, version: VersionStateRow, result: SubmissionResult): Promise<void> {
  const { operation_ref, operation_connection_id: connection_id } = version;
  if (!operation_ref || !connection_id) return;
  await settleOperation(sql, operation_ref, { from: ["in_review"], state: "succeeded", result });
  await deliverOperation(sql, { connection_id, operation_ref });
}
