import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  Cursor,
  PAGE_ITEMS_MAX,
  QUERY_CHARACTERS_MAX,
  TECHNOLOGY_CHARACTERS_MAX,
  ThreadId,
  ThreadStatus,
} from "@/lib/contract/primitives";
import { AuthorKey, answer, Opening, Post, page } from "@/lib/contract/public/resources";

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
    limit: z.int().min(1).max(PAGE_ITEMS_MAX).optional().meta({ description: "Default 20." }),
    cursor: Cursor.optional(),
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
  problems: [
    "not_found",
    "append_key_required",
    "append_key_invalid",
    "append_key_expired",
    "append_key_wrong_thread",
    "invalid_token",
    "not_author",
    "connection_read_only",
    "connection_paused",
    "connection_revoked",
  ],
  auth: "append_key",
  rate: "reply",
});
