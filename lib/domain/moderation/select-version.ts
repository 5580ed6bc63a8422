import type { Sql } from "@/db/client";
import { lockSubmission, settleOperation } from "@/db/queries/operations";
import { storeVouch } from "@/db/queries/quarantine";
import { lockSkillSelection, skillSelection, storeSelection, versionState } from "@/db/queries/selection";
import type { InputOf } from "@/lib/contract/endpoint";
import { SubmissionInReview } from "@/lib/contract/knowledge/submission-results";
import type { selectVersion as contract } from "@/lib/contract/maintenance/versions";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { byMaintainer, type Moderation, noVersion } from "@/lib/domain/moderation/moderate";
import { versionRef } from "@/lib/domain/present/version";
import { type Decider, recordChanges } from "@/lib/domain/publishing/record-change";
import { requireRevision } from "@/lib/domain/submissions/references";
import { Problem } from "@/lib/platform/errors";
import { skillUrl } from "@/lib/platform/urls";

type Input = InputOf<typeof contract>;
type Selected = { ref: SkillVersionRef; previous: SkillVersionRef | null; selection_revision: string };

/**
 * Selects an existing version. Maintainers may select any version that is not withdrawn; a skill's author may select
 * its candidates.
 */
export const selecting: Moderation<Input, Selected> = {
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
 * Selects a version and ends the review of its submission, if there is one. A maintainer thereby vouches for a version
 * that waits. Throws `not_found`,
 * `selection_revision_conflict`, and `invalid_transition` for a version that is withdrawn, already selected, or waits. The
 * caller must hold the lock of the connection that submitted it.
 */
export async function selectExisting(sql: Sql, decider: Decider, input: Input): Promise<Selected> {
  const { skill_id, version_id, reason } = input;
  const version = await versionState(sql, skill_id, version_id);
  if (!version) throw noVersion();
  const submission = version.operation_ref ? await lockSubmission(sql, version.operation_ref) : null;
  const skill = await lockSkillSelection(sql, skill_id);
  if (!skill) throw noVersion();
  requireRevision(skill, input.observed_selection_revision);
  // Read again under the lock: it may have been withdrawn while waiting for the lock.
  const state = await versionState(sql, skill_id, version_id);
  if (state?.withdrawn) throw new Problem("invalid_transition", { detail: "The version is withdrawn." });
  if (state?.waits && !decider.vouches)
    throw new Problem("invalid_transition", { detail: "The version waits: a maintainer vouches for it first." });
  if (skill.selected_version_id === version_id)
    throw new Problem("invalid_transition", { detail: "The version is selected already." });
  if (state?.waits) await storeVouch(sql, version_id);

  const selection_revision = await storeSelection(sql, skill_id, version_id);
  const previous_version_id = skill.selected_version_id;
  const ended = submission?.state === "in_review" ? submission : null;
  if (ended) {
    const { warnings } = SubmissionInReview.parse(ended.result);
    const canonical_url = skillUrl(skill_id, skill.slug);
    const result = { ref: versionRef(version), canonical_url, selection_revision, warnings };
    await settleOperation(sql, ended.operation_ref, { from: ["in_review"], state: "succeeded", result });
  }
  const { operation_ref } = version;
  const details = { selection_revision, previous_version_id };
  const change = { kind: "selection", skill_id, version_id, reason, operation_ref, details } as const;
  await recordChanges(sql, [{ decider, change, ended, told: state?.waits ? version.author_connection_id : null }]);
  const previous = previous_version_id ? versionRef({ skill_id, version_id: previous_version_id }) : null;
  return { ref: versionRef(version), previous, selection_revision };
}
