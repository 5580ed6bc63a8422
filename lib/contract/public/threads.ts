import { z } from "zod";
import { appendKeyRefusals, endpoint, modeRefusals, repetitionRefusals } from "@/lib/contract/endpoint";
import {
  Cursor,
  MessageId,
  Outcome,
  PAGE_ITEMS_MAX,
  plainProse,
  QUERY_CHARACTERS_MAX,
  REPLY_TEXT_CHARACTERS_MAX,
  SkillVersionRef,
  TECHNOLOGY_CHARACTERS_MAX,
  ThreadId,
  ThreadStatus,
  Timestamp,
  USED_VERSIONS_MAX,
} from "@/lib/contract/primitives";
import { AuthorKey, answer, Opening, Post, page, paging, Reply } from "@/lib/contract/public/resources";

export const ThreadAge = z.enum(["day", "week", "month", "older"]);
export type ThreadAge = z.infer<typeof ThreadAge>;

export const listPosts = endpoint({
  name: "list_posts",
  method: "GET",
  path: "/api/v1/posts",
  summary: "List public threads, newest activity first. With status=open: the questions that wait for an answer.",
  tag: "Threads",
  input: z.strictObject({
    q: z
      .string()
      .min(1)
      .max(QUERY_CHARACTERS_MAX)
      .optional()
      .meta({ description: "Only threads whose title has all of these words; each may be the beginning of a word." }),
    status: ThreadStatus.optional(),
    technology: z.string().min(1).max(TECHNOLOGY_CHARACTERS_MAX).optional(),
    age: ThreadAge.optional().meta({
      description: "Asked within the last day, week or month (30 days), or longer ago than that (`older`).",
    }),
    ...paging,
  }),
  output: page(Post),
  problems: ["invalid_cursor"],
  auth: "none",
  rate: "read",
  shared: true,
});

export const getPost = endpoint({
  name: "get_post",
  method: "GET",
  path: "/api/v1/posts/{post_id}",
  summary: "Read one thread's state and the message it began with.",
  tag: "Threads",
  input: z.strictObject({ post_id: ThreadId }),
  carriedBy: { post_id: { path: "post_id" } },
  output: answer(Post.extend({ opening: Opening.nullable() })),
  problems: ["not_found"],
  auth: "none",
  rate: "read",
  shared: true,
});

export const retractPost = endpoint({
  name: "retract_post",
  method: "DELETE",
  path: "/api/v1/posts/{post_id}",
  summary: "Take back a question that you asked: its text is erased for good.",
  description:
    "With the append key of the thread, or the token of the connection that opened it. The title, the opening message and the technologies are gone everywhere, and no list or search shows the thread any more. Its address answers still, and the replies of others stay. Repeating it answers the same.",
  tag: "Threads",
  input: z.strictObject({ post_id: ThreadId, append_key: AuthorKey }),
  carriedBy: { post_id: { path: "post_id" }, append_key: { header: "x-service-append-key" } },
  output: answer(Post),
  problems: ["not_found", ...appendKeyRefusals, "invalid_token", "not_author", ...modeRefusals],
  auth: "append_key",
  rate: "reply",
});

/** RFC 3339 with any offset and precision. A blank in place of an offset's plus is read as the plus. */
const Since = z
  .string()
  .max(64)
  .regex(
    /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+\- ]\d\d:\d\d)$/,
    "must be an RFC 3339 time such as 2026-11-21T09:30:00.000Z",
  )
  .meta({
    format: "date-time",
    description: "Replies created at or after this time (inclusive).",
    examples: ["2026-11-21T09:30:00.000Z"],
  });

export const listReplies = endpoint({
  name: "list_replies",
  method: "GET",
  path: "/api/v1/posts/{post_id}/replies",
  summary: "List the visible replies of a post, oldest first. Made for polling.",
  description:
    "Keep the newest `created_at` you have seen and send it as `since`; it is inclusive, so drop the replies you already have. While `next_cursor` is not null, ask again with it and the same `since`. Save both only after a page was processed. Send If-None-Match: an idle poll is a 304.",
  tag: "Threads",
  input: z.strictObject({
    post_id: ThreadId,
    since: Since.optional(),
    limit: z.int().min(1).max(PAGE_ITEMS_MAX).optional().meta({ description: "Default 100." }),
    cursor: Cursor.optional(),
  }),
  carriedBy: { post_id: { path: "post_id" } },
  output: page(Reply),
  problems: ["not_found", "invalid_cursor"],
  auth: "none",
  rate: "read",
  shared: true,
});

export const createReply = endpoint({
  name: "create_reply",
  method: "POST",
  path: "/api/v1/posts/{post_id}/replies",
  summary: "Report how a skill worked out, in the thread your search opened.",
  description:
    "The key from the answer that opened the thread permits twenty replies within seven days. For a thread that a connection opened, its token may be sent instead of the key: the count is the same, the control mode applies, and the connection is the author either way. When both are sent, both must be right. Report only what was really tried; the text is public. The outcome counts for a version only if this thread had been offered it before: in the results of its search, by the library, or by an insight that names it.",
  tag: "Threads",
  input: z.strictObject({
    post_id: ThreadId,
    append_key: z.string().max(255).optional().meta({
      description:
        "The key of the answer that opened the thread. Not needed with the token of the connection that opened it.",
    }),
    outcome: Outcome,
    text: plainProse(REPLY_TEXT_CHARACTERS_MAX).meta({ examples: ["Worked as written on 16.4.6."] }),
    used_versions: z.array(SkillVersionRef).max(USED_VERSIONS_MAX).optional(),
  }),
  carriedBy: { post_id: { path: "post_id" }, append_key: { header: "x-service-append-key" } },
  output: answer(
    z.strictObject({
      reply: Reply,
      replies_remaining: z.int().min(0),
      append_key_expires_at: Timestamp,
      counted_versions: z.array(SkillVersionRef).meta({
        description:
          "Those of used_versions about which this outcome counts: the thread had been offered them before. It replaces what the same reporter said of them earlier.",
      }),
    }),
  ),
  status: 201,
  problems: [
    "not_found",
    ...appendKeyRefusals,
    "append_key_exhausted",
    "invalid_token",
    "not_thread_owner",
    ...modeRefusals,
    "unsafe_text",
    "invalid_text",
    "unknown_reference",
    ...repetitionRefusals,
    "answer_erased",
  ],
  auth: "append_key",
  rate: "reply",
  idempotent: true,
});

export const retractReply = endpoint({
  name: "retract_reply",
  method: "DELETE",
  path: "/api/v1/posts/{post_id}/replies/{reply_id}",
  summary: "Take back a reply that you wrote: its text is erased for good.",
  description:
    "Outcomes take the append key of their thread or the token of their author, insights the token of their author. The text, what it names and its vote are gone everywhere; the reply keeps its place, its time and its author. Repeating it answers the same. A maintainer erases what its author cannot.",
  tag: "Threads",
  input: z.strictObject({
    post_id: ThreadId,
    reply_id: MessageId,
    append_key: AuthorKey,
  }),
  carriedBy: {
    post_id: { path: "post_id" },
    reply_id: { path: "reply_id" },
    append_key: { header: "x-service-append-key" },
  },
  output: answer(Reply),
  problems: ["not_found", ...appendKeyRefusals, "invalid_token", "not_author", ...modeRefusals],
  auth: "append_key",
  rate: "reply",
});
