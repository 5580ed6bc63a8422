import { newIdempotencyKey } from "@/lib/client/call";
import { callApi, type Refusal } from "@/lib/client/call-api";
import type { Control, ControlMode } from "@/lib/contract/knowledge/resources";

export type Controls = {
  control: Control;
  cancelled: string[];
  not_cancelled: Array<{ operation_ref: string; reason: "already_finished" | "unknown" }>;
};

/** Sets the mode or cancels operations, if the control is still the one this page shows. */
export function setControls(
  token: string,
  seen: Control,
  change: { mode?: ControlMode; cancel_operation_refs?: string[] },
) {
  return callApi<{ data: Controls }>("/api/knowledge/v2/controls", {
    token,
    body: { expected_control_revision: seen.control_revision, ...change },
    idempotencyKey: newIdempotencyKey(),
  });
}

/** A message for a conflict: the current mode, and that nothing was changed. Other refusals unchanged. */
export function inWords(refusal: Refusal): Refusal {
  if (refusal.code !== "control_revision_conflict") return refusal;
  return {
    ...refusal,
    title: "Someone else changed it in the meantime",
    detail: `It is ${String(refusal.more.current_mode)} now, at revision ${String(refusal.more.current_control_revision)}. Your change was not made.`,
    next_step: "This page shows the current state. Check it, then decide again.",
  };
}
