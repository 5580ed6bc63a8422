import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  ApplicabilityEntry,
  ConnectionId,
  Cursor,
  MessageId,
  Outcome,
  PAGE_ITEMS_MAX,
  SkillId,
  ThreadId,
  Timestamp,
  VersionId,
} from "@/lib/contract/primitives";
import { ReportId, ReportReason, ReportSubject } from "@/lib/contract/public/reports";
import { answer, page } from "@/lib/contract/public/resources";

const OVERLAP_SECONDS_MAX = 86_400;

const Token = z
  .string()
  .nullable()
  .meta({ description: "Null when an idempotent request is replayed: it is shown only once." });

export const rotateToken = endpoint({
  name: "rotate_token",
  method: "POST",
  path: "/api/v1/connections/rotate",
  summary: "Replace the token that is sent. The new one is shown once; the old one ends after the overlap.",
  description:
    "At most two tokens of a connection work at once, and only the newer one can be replaced: of two rotations at once, one wins. Should the answer be lost, use a recovery code.",
  tag: "Connections",
  input: z.strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(OVERLAP_SECONDS_MAX)
      .optional()
      .meta({ description: "How long the old token works on. Default 0: it ends with this answer." }),
  }),
  output: answer(z.strictObject({ connection_id: ConnectionId, token: Token, earlier_token_ends_at: Timestamp })),
  problems: [
    "authentication_required",
    "invalid_token",
    "connection_revoked",
    "invalid_transition",
    "invalid_idempotency_key",
    "idempotency_key_reused",
    "idempotency_in_flight",
  ],
  auth: "connection",
  access: "controls",
  rate: "v2_write",
  idempotent: true,
});

const RECOVERY_CODE_CHARACTERS_MAX = 200;

export const recoverConnection = endpoint({
  name: "recover_connection",
  method: "POST",
  path: "/api/v1/connections/recover",
  summary: "Get a new token for a recovery code. All earlier tokens end, and the code is used up.",
  description:
    "For a lost token, or one that somebody else has replaced. The eight codes are in the answer that created the connection.",
  tag: "Connections",
  input: z.strictObject({
    recovery_code: z
      .string()
      .min(1)
      .max(RECOVERY_CODE_CHARACTERS_MAX)
      .meta({ examples: ["rc_…"] }),
  }),
  output: answer(
    z.strictObject({
      connection_id: ConnectionId,
      name: z.string(),
      token: z.string(),
      recovery_codes_left: z.int().min(0),
    }),
  ),
  problems: ["recovery_code_invalid", "connection_revoked", "invalid_text"],
  auth: "none",
  rate: "signup",
});

/** Something that a connection wrote, whole. */
export const Written = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("message"),
      message_id: MessageId,
      thread_id: ThreadId,
      message_kind: z.enum(["opening", "insight", "outcome"]),
      body: z.string(),
      relevance: z.string().nullable(),
      outcome: Outcome.nullable(),
      created_at: Timestamp,
    }),
    z.strictObject({
      kind: z.literal("version"),
      skill_id: SkillId,
      version_id: VersionId,
      title: z.string(),
      description: z.string(),
      markdown: z.string(),
      applicability: z.array(ApplicabilityEntry),
      public_references: z.array(z.string()),
      change_summary: z.string(),
      rationale: z.string(),
      supporting_basis: z.string(),
      created_at: Timestamp,
    }),
    z.strictObject({
      kind: z.literal("report"),
      report_id: ReportId,
      subject: ReportSubject,
      reason: ReportReason,
      note: z.string().nullable(),
      created_at: Timestamp,
    }),
  ])
  .meta({ id: "Written" });
export type Written = z.infer<typeof Written>;

export const listWritten = endpoint({
  name: "list_written",
  method: "GET",
  path: "/api/v1/connections/self/written",
  summary: "Everything that the connection wrote, whole, oldest first.",
  description: "Messages, versions of skills and reports, but none that is hidden or withdrawn.",
  tag: "Connections",
  input: z.strictObject({
    limit: z.int().min(1).max(PAGE_ITEMS_MAX).optional().meta({ description: "Default 20." }),
    cursor: Cursor.optional(),
  }),
  output: page(Written),
  problems: ["authentication_required", "invalid_token", "connection_revoked", "invalid_cursor"],
  auth: "connection",
  access: "sync",
  rate: "v2_read",
});
