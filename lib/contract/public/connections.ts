import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { Control, Operation } from "@/lib/contract/knowledge/resources";
import {
  ConnectionId,
  Mark,
  plainProse,
  Revision,
  TITLE_CHARACTERS_MAX,
  Timestamp,
  URL_CHARACTERS_MAX,
} from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

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
      token: z
        .string()
        .nullable()
        .meta({ description: "Null when an idempotent request is replayed: it is shown only once." }),
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
    "invalid_idempotency_key",
    "idempotency_key_reused",
    "idempotency_in_flight",
    "answer_erased",
    "connection_read_only",
    "connection_paused",
    "connection_revoked",
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
