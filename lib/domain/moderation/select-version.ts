import type { Sql } from "@/db/client";
import {
  lockSubmission,
  operationsOf,
  ownerOfOperation,
  type ReviewedOperationRow,
  settleOperation,
} from "@/db/queries/operations";
import { contentSha256, lockContent } from "@/db/queries/publishing";
import { storeVouch } from "@/db/queries/quarantine";
import { lockSkillSelection, skillSelection, storeSelection, versionState } from "@/db/queries/selection";
import type { InputOf } from "@/lib/contract/endpoint";
import { type Operation, SubmissionInReview } from "@/lib/contract/knowledge/resources";
import type { Submission } from "@/lib/contract/knowledge/submissions";
import type { decideSubmission as contract } from "@/lib/contract/maintenance/queue";
import type { selectVersion as selectContract } from "@/lib/contract/maintenance/versions";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { byMaintainer, declined, type Moderation, noVersion } from "@/lib/domain/moderation/moderate";
import { ownerOfVersion } from "@/lib/domain/moderation/withdraw-version";
import { presentOperation } from "@/lib/domain/present/operation";
import { versionRef } from "@/lib/domain/present/version";
import { requireRevision } from "@/lib/domain/publishing/publish-version";
import { type Change, type Decider, recordChange, recordChanges } from "@/lib/domain/publishing/record-change";
import { judgeSubmission } from "@/lib/domain/submissions/judge-submission";
import { publishSubmission } from "@/lib/domain/submissions/publish-submission";
import { StoredRequest } from "@/lib/domain/submissions/submit-skill";
import { Problem } from "@/lib/platform/errors";
import { skillUrl } from "@/lib/platform/urls";

type SelectInput = InputOf<typeof selectContract>;
type Selected = { ref: SkillVersionRef; previous: SkillVersionRef | null; selection_revision: string };

/**
 * Selects an existing version. Maintainers may select any version that is not withdrawn; a skill's author may select
 * its candidates.
 */
export const selecting: Moderation<SelectInput, Selected> = {
  concerns: ownerOfVersion,
  permits: async (sql, caller, input) => {
    const skill = await skillSelection(sql, input.skill_id);
    if (skill?.author_connection_id !== caller.connection_id) return false;
    return (await versionState(sql, input))?.is_candidate === true;
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
async function selectExisting(sql: Sql, decider: Decider, input: SelectInput): Promise<Selected> {
  const { skill_id, version_id, reason } = input;
  const version = await versionState(sql, { skill_id, version_id });
  if (!version) throw noVersion();
  const submission = version.operation_ref ? await lockSubmission(sql, version.operation_ref) : null;
  const skill = await lockSkillSelection(sql, skill_id);
  if (!skill) throw noVersion();
  requireRevision(skill, input.observed_selection_revision);
  // Read again under the lock: it may have been withdrawn while waiting for the lock.
  const state = await versionState(sql, { skill_id, version_id });
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

type Input = InputOf<typeof contract>;
type Decided = { operation: Operation };

/**
 * Decides a submission in review. Approval publishes and selects the version; a held backport is only listed. Approval
 * fails, like the submission itself, if the text has been published or another version selected in the meantime.
 */
export const submissionModeration: Moderation<Input, Decided> = {
  concerns: async (sql, input) => {
    const owner = await ownerOfOperation(sql, input.operation_ref);
    return owner ? [owner] : [];
  },
  effect: decide,
};

export const decideSubmission = byMaintainer(submissionModeration);

async function decide(sql: Sql, decider: Decider, input: Input): Promise<Decided> {
  const { operation_ref, reason } = input;
  const operation = await lockSubmission(sql, operation_ref);
  if (!operation) throw new Problem("not_found", { detail: "No submission has this reference." });
  if (operation.state !== "in_review")
    throw new Problem("invalid_transition", { detail: `The submission is ${operation.state}, not in review.` });
  const { submission, request_id } = StoredRequest.parse(operation.request);
  const { ref } = SubmissionInReview.parse(operation.result);
  // Lock the content first. The decision references the skill and takes a share lock on its row, so two concurrent
  // deciders would deadlock.
  await lockContent(sql, contentSha256(submission.markdown));
  if (submission.kind === "update") await lockSkillSelection(sql, submission.skill_id);
  const decision: Change = {
    kind: input.decision === "approve" ? "approval" : "rejection",
    reason,
    skill_id: submission.kind === "update" ? submission.skill_id : null,
    version_id: ref?.version_id ?? null,
    operation_ref,
  };
  if (input.decision === "approve") {
    await recordChange(sql, decider, decision);
    await approve(sql, decider, input, operation, observedIn(submission, input), ref);
  } else {
    const problem = declined(reason, request_id);
    await settleOperation(sql, operation_ref, { from: ["in_review"], state: "rejected", problem });
    await recordChange(sql, decider, decision, operation);
  }
  const [now] = await operationsOf(sql, operation.connection_id, [operation_ref]);
  if (!now) throw new Error("the locked operation is gone");
  return { operation: presentOperation(now) };
}

/** The submission with the selection revision that the decider has seen. */
function observedIn(submission: Submission, { observed_selection_revision: seen }: Input): Submission {
  return submission.kind === "update" && seen !== undefined
    ? { ...submission, observed_selection_revision: seen }
    : submission;
}

async function approve(
  sql: Sql,
  decider: Decider,
  { reason }: Input,
  operation: ReviewedOperationRow,
  submission: Submission,
  ref: SubmissionInReview["ref"],
): Promise<void> {
  const { operation_ref, connection_id } = operation;
  if (ref && submission.kind === "update") {
    const { observed_selection_revision } = submission;
    await selectExisting(sql, decider, {
      skill_id: ref.skill_id,
      version_id: ref.version_id,
      observed_selection_revision,
      reason,
    });
    return;
  }
  const judged = await judgeSubmission(sql, connection_id, submission);
  await publishSubmission(sql, { operation_ref, connection_id, submission }, judged, {
    selector: { ...decider, reason },
    waits_for: [],
    vouched: true,
  });
}
