import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { Operation } from "@/lib/contract/knowledge/resources";
import { moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { OperationRef, Revision } from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

export const decideSubmission = endpoint({
  ...moderation,
  name: "decide_submission",
  path: "/api/v1/maintenance/decide",
  summary: "Approve or reject a submission that is in review.",
  description:
    "Approving publishes the version and selects it; one that was held and is for older releases than the selected one is only listed. Its text is compared with what is published once more.",
  input: z.strictObject({
    operation_ref: OperationRef,
    decision: z.enum(["approve", "reject"]),
    reason: Reason,
    observed_selection_revision: Revision.optional().meta({
      description:
        "Approves an update although another version was selected since it was sent: the revision you have seen.",
    }),
  }),
  output: answer(z.strictObject({ operation: Operation })),
  problems: [
    ...refusals,
    "not_found",
    "invalid_transition",
    "selection_revision_conflict",
    "duplicate_content",
    "no_change",
  ],
});
