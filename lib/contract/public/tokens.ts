import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { ConnectionId, Timestamp } from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

export const OVERLAP_SECONDS_MAX = 86_400;

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
