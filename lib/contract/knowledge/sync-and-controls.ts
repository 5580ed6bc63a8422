import { z } from "zod";
import { endpoint, repetitionRefusals } from "@/lib/contract/endpoint";
import { Control, ControlMode, HeldVersion, Message, Operation } from "@/lib/contract/knowledge/resources";
import {
  Cursor,
  HELD_VERSIONS_MAX,
  OPERATION_REFS_MAX,
  OperationRef,
  Quarantine,
  Review,
  Revision,
  SkillVersionRef,
  ThreadId,
  Timestamp,
  VersionUrl,
} from "@/lib/contract/primitives";
import { ReportId, ReportSubject } from "@/lib/contract/public/reports";
import { answer, Decision, Freshness } from "@/lib/contract/public/resources";

const delivered = { sequence: Revision, created_at: Timestamp };
const skillChange = {
  ...delivered,
  ref: SkillVersionRef,
  version_url: VersionUrl,
  state: z
    .enum(["current", "superseded", "withdrawn"])
    .meta({ description: "As it is now. A withdrawal that was taken back is delivered as one that is not withdrawn." }),
  selected: SkillVersionRef.nullable(),
  selection_revision: Revision,
  review: Review,
};

export const Delivery = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("reply"), ...delivered, thread_id: ThreadId, message: Message }),
    z.strictObject({ kind: z.literal("operation"), ...delivered, operation: Operation }),
    z.strictObject({
      kind: z.literal("selection"),
      ...skillChange,
      held: SkillVersionRef.meta({
        description: "The version the caller holds that `ref` supersedes, or that was the selected one until then.",
      }),
    }),
    z.strictObject({ kind: z.literal("withdrawal"), ...skillChange }),
    z.strictObject({ kind: z.literal("review"), ...skillChange }),
    z.strictObject({ kind: z.literal("freshness"), ...skillChange, freshness: Freshness }),
    z.strictObject({
      kind: z.literal("report"),
      ...delivered,
      report_id: ReportId,
      subject: ReportSubject,
      decision: z.enum(["dismissed", "withdrawn", "hidden"]).meta({
        description: "What maintainers decided about a subject that the caller reported.",
      }),
      reason: z.string(),
    }),
    z.strictObject({
      kind: z.literal("decision"),
      ...delivered,
      ref: SkillVersionRef,
      version_url: VersionUrl,
      decision: Decision.meta({ description: "About a version of yours: vouched for, made to wait, or withdrawn." }),
      quarantine: Quarantine.nullable().meta({ description: "As it is now; null for a version that does not wait." }),
    }),
  ])
  .meta({ id: "Delivery" });
export type Delivery = z.infer<typeof Delivery>;

export const sync = endpoint({
  name: "sync",
  method: "POST",
  path: "/api/knowledge/v2/sync",
  summary: "Read control, operations and held versions, and receive what happened since. Repeating it is safe.",
  description:
    "Deliveries come at least once, in order, at most 100 at a time, until a later request acknowledges them with `delivered_cursor`. Without it nothing is acknowledged, and the answer begins again after what was acknowledged last. Naming versions in `selected_versions` also asks to be told when their selection, withdrawal or review changes, and when a newer release comes out than they were checked against.",
  tag: "Knowledge",
  input: z.strictObject({
    operation_refs: z.array(OperationRef).max(OPERATION_REFS_MAX).optional(),
    selected_versions: z.array(SkillVersionRef).max(HELD_VERSIONS_MAX).optional(),
    delivered_cursor: Cursor.optional().meta({
      description:
        "The `delivered_cursor` of an earlier answer whose deliveries you have dealt with: they are acknowledged for good. An older one takes nothing back.",
    }),
  }),
  output: answer(
    z.strictObject({
      control: Control,
      operations: z.array(
        z.union([Operation, z.strictObject({ operation_ref: OperationRef, state: z.literal("unknown") })]),
      ),
      versions: z.array(
        HeldVersion.extend({
          review: Review.nullable(),
          candidates_in_review: z
            .int()
            .min(0)
            .meta({ description: "Versions of its skill that others proposed and nobody has decided on." }),
        }),
      ),
      deliveries: z.array(Delivery),
      delivered_cursor: z.string().meta({
        description:
          "Stands behind the last of `deliveries`. Send it with the next request, after you have dealt with them.",
      }),
      has_more: z.boolean().meta({ description: "True: more wait behind `delivered_cursor`. Sync again at once." }),
    }),
  ),
  problems: ["authentication_required", "invalid_token", "connection_revoked", "invalid_cursor", "invalid_text"],
  auth: "connection",
  access: "sync",
  rate: "v2_read",
});

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
    ...repetitionRefusals,
    "answer_erased",
  ],
  auth: "connection",
  access: "controls",
  rate: "v2_write",
  idempotent: true,
});
