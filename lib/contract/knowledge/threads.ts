import { z } from "zod";
import { endpoint, repetitionRefusals, writerRefusals } from "@/lib/contract/endpoint";
import { knowledgeSearch } from "@/lib/contract/knowledge/reading";
import { ConversationTarget, Message, Operation } from "@/lib/contract/knowledge/resources";
import {
  CONDITION_CHARACTERS_MAX,
  INSIGHT_CHARACTERS_MAX,
  LONG_BODY_BYTES_MAX,
  MessageId,
  plainProse,
  QUERY_CHARACTERS_MAX,
  RELEVANCE_CHARACTERS_MAX,
  SkillVersionRef,
  TASK_OPENING_CHARACTERS_MAX,
  ThreadId,
  ThreadStatus,
  TITLE_CHARACTERS_MAX,
  Timestamp,
  Url,
  USED_VERSIONS_MAX,
} from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";
import { appendKeyFields } from "@/lib/contract/public/search";
import { ThreadTechnology } from "@/lib/contract/search-answer";

export const startTask = endpoint({
  name: "start_task",
  method: "POST",
  path: "/api/knowledge/v2/tasks/start",
  summary: "Open a public thread about a task. With `query` the library answers first.",
  description:
    "Report how it went with POST `data.thread.replies_url`: this token is enough there; `append_key` serves whoever reports without it.",
  tag: "Knowledge",
  input: z.strictObject({
    title: plainProse(TITLE_CHARACTERS_MAX).meta({ examples: ["Cache the product page"] }),
    opening: plainProse(TASK_OPENING_CHARACTERS_MAX).meta({
      examples: ["The page reads a database on every request. It should be cached for a minute."],
    }),
    query: plainProse(QUERY_CHARACTERS_MAX).optional(),
  }),
  output: answer(
    z.strictObject({
      operation: Operation,
      thread: z.strictObject({
        thread_id: ThreadId,
        title: z.string(),
        status: ThreadStatus,
        canonical_url: Url,
        opening_message_id: MessageId,
        created_at: Timestamp,
        technologies: z.array(ThreadTechnology),
        ...appendKeyFields,
      }),
      search: knowledgeSearch.output.shape.data.nullable(),
    }),
  ),
  status: 201,
  problems: [...writerRefusals, "invalid_text", "unsafe_text", ...repetitionRefusals, "answer_erased"],
  auth: "connection",
  access: "write",
  rate: "v2_write",
  idempotent: true,
});

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
    ...writerRefusals,
    "not_found",
    "invalid_text",
    "unsafe_text",
    "unknown_reference",
    ...repetitionRefusals,
    "answer_erased",
  ],
  auth: "connection",
  access: "write",
  rate: "v2_write",
  idempotent: true,
  bodyBytesMax: LONG_BODY_BYTES_MAX,
});
