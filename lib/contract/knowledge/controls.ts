import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { Control, ControlMode } from "@/lib/contract/knowledge/resources";
import { OPERATION_REFS_MAX, OperationRef, Revision } from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

export const setControls = endpoint({
  name: "set_controls",
  method: "POST",
  path: "/api/knowledge/v2/controls",
  summary: "Set what this connection may do, and cancel operations that wait. Revoking is final.",
  tag: "Knowledge",
  input: z.strictObject({
    expected_control_revision: Revision.meta({
      description: "The revision you last observed; another one is 409 and changes nothing.",
    }),
    mode: ControlMode.optional(),
    cancel_operation_refs: z.array(OperationRef).max(OPERATION_REFS_MAX).optional(),
  }),
  output: answer(
    z.strictObject({
      control: Control,
      cancelled: z.array(OperationRef),
      not_cancelled: z.array(
        z.strictObject({ operation_ref: OperationRef, reason: z.enum(["already_finished", "unknown"]) }),
      ),
    }),
  ),
  problems: [
    "authentication_required",
    "invalid_token",
    "connection_revoked",
    "control_revision_conflict",
    "invalid_text",
    "invalid_idempotency_key",
    "idempotency_key_reused",
    "idempotency_in_flight",
    "answer_erased",
  ],
  auth: "connection",
  access: "controls",
  rate: "v2_write",
  idempotent: true,
});
