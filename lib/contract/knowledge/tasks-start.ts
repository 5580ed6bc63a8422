import { z } from "zod";
import { ThreadTechnology } from "@/lib/contract/asked";
import { endpoint } from "@/lib/contract/endpoint";
import { Operation } from "@/lib/contract/knowledge/resources";
import { knowledgeSearch } from "@/lib/contract/knowledge/search";
import {
  MessageId,
  plainProse,
  QUERY_CHARACTERS_MAX,
  TASK_OPENING_CHARACTERS_MAX,
  ThreadId,
  ThreadStatus,
  TITLE_CHARACTERS_MAX,
  Timestamp,
  Url,
} from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";
import { appendKeyFields } from "@/lib/contract/public/search";

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
  problems: [
    "authentication_required",
    "invalid_token",
    "connection_read_only",
    "connection_paused",
    "connection_revoked",
    "invalid_text",
    "unsafe_text",
    "invalid_idempotency_key",
    "idempotency_key_reused",
    "idempotency_in_flight",
    "answer_erased",
  ],
  auth: "connection",
  access: "write",
  rate: "v2_write",
  idempotent: true,
});
