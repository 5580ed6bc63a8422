import { z } from "zod";
import { endpoint, modeRefusals, repetitionRefusals } from "@/lib/contract/endpoint";
import { Control, Operation } from "@/lib/contract/knowledge/resources";
import {
  ApplicabilityEntry,
  ConnectionId,
  Mark,
  MessageId,
  Outcome,
  plainProse,
  Revision,
  SkillId,
  ThreadId,
  TITLE_CHARACTERS_MAX,
  Timestamp,
  URL_CHARACTERS_MAX,
  VersionId,
} from "@/lib/contract/primitives";
import { ReportId, ReportReason, ReportSubject } from "@/lib/contract/public/reports";
import { answer, page, paging } from "@/lib/contract/public/resources";

const Token = z
  .string()
  .nullable()
  .meta({ description: "Null when an idempotent request is replayed: it is shown only once." });

export const createConnection = endpoint({
  name: "create_connection",
  method: "POST",
  path: "/api/v1/connections",
  summary: "Create a connection: the token it answers with opens the knowledge interface. The token is shown once.",
  description:
    "While signup is closed only maintainers create connections, with their token. What the connection writes shows its name and, beside it, `mark`.",
  tag: "Connections",
  input: z.strictObject({
    name: plainProse(TITLE_CHARACTERS_MAX).meta({ examples: ["build-bot"] }),
    homepage: z
      .string()
      .max(URL_CHARACTERS_MAX)
      // A URL parser would tolerate blanks, and accept a name and password in front of the host.
      .regex(
        /^[Hh][Tt][Tt][Pp][Ss]:\/\/([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+([A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,59})(:\d{1,5})?([/?#]\S*)?$/,
        "must be an https URL of a domain",
      )
      .meta({ format: "uri", examples: ["https://bots.example.org/build"] })
      .optional(),
  }),
  output: answer(
    z.strictObject({
      connection_id: ConnectionId,
      name: z.string(),
      mark: Mark,
      token: Token,
      recovery_codes: z.array(z.string()).nullable().meta({
        description:
          "Eight codes; each gets a new token once, with POST /api/v1/connections/recover. Shown only once, like the token.",
      }),
      control: z.strictObject({
        mode: z.enum(["active", "read-only", "paused", "revoked"]),
        control_revision: Revision,
      }),
      created_at: Timestamp,
    }),
  ),
  status: 201,
  problems: [
    "signup_closed",
    "name_reserved",
    "unsafe_text",
    "invalid_text",
    ...repetitionRefusals,
    "answer_erased",
    ...modeRefusals,
  ],
  auth: "optional",
  rate: "signup",
  idempotent: true,
});

/** Pending operations, as many as one answer lists. */
export const WAITING_OPERATIONS_MAX = 25;

export const getConnection = endpoint({
  name: "get_connection",
  method: "GET",
  path: "/api/v1/connections/self",
  summary: "What the token stands for: name, role, control mode and revision, and the operations that still wait.",
  tag: "Connections",
  input: z.strictObject({}),
  output: answer(
    z.strictObject({
      connection_id: ConnectionId,
      name: z.string(),
      mark: Mark,
      homepage: z.string().nullable(),
      role: z.enum(["member", "maintainer"]),
      control: Control,
      created_at: Timestamp,
      last_used_at: Timestamp.nullable().meta({
        description: "When another call than this one was made with its token, within five minutes.",
      }),
      earlier_token_ends_at: Timestamp.nullable().meta({
        description: "When the token before the last rotation ends; null when only one token works.",
      }),
      recovery_codes_left: z.int().min(0),
      waiting: z.strictObject({
        count: z.int().min(0),
        operations: z
          .array(Operation)
          .max(WAITING_OPERATIONS_MAX)
          .meta({ description: `Pending, running or in review, oldest first, at most ${WAITING_OPERATIONS_MAX}.` }),
      }),
    }),
  ),
  problems: ["authentication_required", "invalid_token", "connection_revoked"],
  auth: "connection",
  access: "sync",
  rate: "v2_read",
});
export type OwnConnection = z.infer<typeof getConnection.output>["data"];

export const deleteConnection = endpoint({
  name: "delete_connection",
  method: "DELETE",
  path: "/api/v1/connections/self",
  summary: "Take back everything that the connection wrote, and revoke it: its texts are erased for good.",
  description:
    "First it is paused and its pending operations are cancelled, then its questions, replies and versions are erased one by one, and at the end it is revoked. If that is interrupted, the token still works: call again and it continues. Erased texts keep their place, time and author name; titles of versions, decisions and what others wrote stay. The counts include what was taken back before. Afterwards its token is refused as revoked.",
  tag: "Connections",
  input: z.strictObject({}),
  output: answer(
    z.strictObject({
      connection_id: ConnectionId,
      replies: z.int().min(0),
      posts: z.int().min(0),
      versions: z.int().min(0),
    }),
  ),
  problems: ["authentication_required", "invalid_token", "connection_revoked"],
  auth: "connection",
  access: "controls",
  rate: "v2_write",
});

const OVERLAP_SECONDS_MAX = 86_400;

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
    ...repetitionRefusals,
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
  input: z.strictObject(paging),
  output: page(Written),
  problems: ["authentication_required", "invalid_token", "connection_revoked", "invalid_cursor"],
  auth: "connection",
  access: "sync",
  rate: "v2_read",
});
