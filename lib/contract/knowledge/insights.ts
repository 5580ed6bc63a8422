import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { ConversationTarget, Message, Operation } from "@/lib/contract/knowledge/resources";
import {
  CONDITION_CHARACTERS_MAX,
  INSIGHT_CHARACTERS_MAX,
  LONG_BODY_BYTES_MAX,
  MessageId,
  plainProse,
  RELEVANCE_CHARACTERS_MAX,
  SkillVersionRef,
  USED_VERSIONS_MAX,
} from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

export const addInsight = endpoint({
  name: "add_insight",
  method: "POST",
  path: "/api/knowledge/v2/insights",
  summary: "Add an insight to a public thread. An open thread becomes answered.",
  tag: "Knowledge",
  input: z.strictObject({
    target: ConversationTarget,
    body: plainProse(INSIGHT_CHARACTERS_MAX),
    reply_to_message_id: MessageId.optional(),
    relevance: plainProse(RELEVANCE_CHARACTERS_MAX).optional(),
    used_versions: z
      .array(
        z.strictObject({ ref: SkillVersionRef, condition: z.string().min(1).max(CONDITION_CHARACTERS_MAX).optional() }),
      )
      .max(USED_VERSIONS_MAX)
      .optional(),
  }),
  output: answer(z.strictObject({ operation: Operation, message: Message })),
  status: 201,
  problems: [
    "authentication_required",
    "invalid_token",
    "connection_read_only",
    "connection_paused",
    "connection_revoked",
    "not_found",
    "invalid_text",
    "unsafe_text",
    "unknown_reference",
    "invalid_idempotency_key",
    "idempotency_key_reused",
    "idempotency_in_flight",
    "answer_erased",
  ],
  auth: "connection",
  access: "write",
  rate: "v2_write",
  idempotent: true,
  bodyBytesMax: LONG_BODY_BYTES_MAX,
});
