import type { Sql } from "@/db/client";
import {
  lockSubmission,
  operationsOf,
  ownerOfOperation,
  type ReviewedOperationRow,
  settleOperation,
} from "@/db/queries/operations";
import { contentSha256, lockContent } from "@/db/queries/publishing";
import { lockSkillSelection } from "@/db/queries/selection";
import type { InputOf } from "@/lib/contract/endpoint";
import type { Operation } from "@/lib/contract/knowledge/resources";
import { SubmissionInReview } from "@/lib/contract/knowledge/submission-results";
import type { Submission } from "@/lib/contract/knowledge/submissions";
import type { decideSubmission as contract } from "@/lib/contract/maintenance/queue";
import { byMaintainer, declined, type Moderation } from "@/lib/domain/moderation/moderate";
import { selectExisting } from "@/lib/domain/moderation/select-version";
import { presentOperation } from "@/lib/domain/present/operation";
import { type Change, type Decider, recordChange } from "@/lib/domain/publishing/record-change";
import { judgeSubmission } from "@/lib/domain/submissions/judge-submission";
import { publishSubmission } from "@/lib/domain/submissions/publish-submission";
import { StoredRequest } from "@/lib/domain/submissions/submit-skill";
import { Problem } from "@/lib/platform/errors";

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
