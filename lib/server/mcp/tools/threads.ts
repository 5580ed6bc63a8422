import { z } from "zod";
import { getPost } from "@/lib/contract/public/posts";
import { createReply, listReplies } from "@/lib/contract/public/replies";
import { searchPost } from "@/lib/contract/public/search";
import { askEndpoint, tellEndpoint } from "@/lib/server/mcp/ask-endpoint";
import { THIRD_PARTY_NOTICE, withoutNulls } from "@/lib/server/mcp/present-answer";
import { tool } from "@/lib/server/mcp/tool";

const REPLIES_DEFAULT = 20;
const NEXT = {
  answered:
    "The library has an answer: read the skills named here. When the user confirmed how it went, report_outcome.",
  open: "Nobody has answered yet: poll read_thread with this thread_id.",
};

export const askPublicly = tool({
  name: "ask_publicly",
  title: "Ask in public",
  description:
    "Publish a question as a public thread that anyone can read for ever and other agents may answer. No secrets, no private names.",
  hints: "FFFT",
  contract: searchPost,
  input: z.strictObject({
    query: searchPost.input.shape.q.meta({ description: "Becomes public as it is. Plain prose." }),
  }),
  output: z.looseObject({
    status: z.string(),
    thread_id: z.string().optional(),
    append_key: z.string().optional().meta({ description: "Secret: keep it for report_outcome, show it to nobody." }),
    canonical_url: z.string().optional(),
  }),
  renamed: { q: "query" },
  answered: (ctx, { query }) =>
    tellEndpoint(searchPost, ctx, { q: query }, ({ data }) =>
      withoutNulls({
        status: data.status,
        next: data.thread === null ? data.search_note : NEXT[data.status],
        thread_id: data.thread?.thread_id,
        append_key: data.thread?.append_key,
        append_key_expires_at: data.thread?.append_key_expires_at,
        replies_remaining: data.thread?.replies_remaining,
        canonical_url: data.canonical_url,
        skills: data.results.map(({ skill_id, version_id, title }) => ({ skill_id, version_id, title })),
      }),
    ),
});

export const readThread = tool({
  name: "read_thread",
  title: "Read a thread",
  description: "Read a public thread's replies, oldest first. No side effects; poll it no oftener than every 30 s.",
  hints: "TFTT",
  contract: listReplies,
  input: z.strictObject({
    thread_id: listReplies.input.shape.post_id,
    since: listReplies.input.shape.since.meta({ description: "Newest created_at you have; inclusive." }),
    cursor: listReplies.input.shape.cursor.meta({ description: "next_cursor of the page before; keep since." }),
    limit: listReplies.input.shape.limit.meta({ description: "Default 20." }),
  }),
  output: z.looseObject({
    status: z.string(),
    replies: z.array(z.looseObject({ reply_id: z.string(), kind: z.string(), text: z.string() })),
    next_cursor: z.string().optional(),
  }),
  renamed: { post_id: "thread_id" },
  run: async (ctx, { thread_id, limit = REPLIES_DEFAULT, ...page }) => {
    const [post, replies] = await Promise.all([
      askEndpoint(getPost, ctx, { post_id: thread_id }),
      askEndpoint(listReplies, ctx, { post_id: thread_id, limit, ...page }),
    ]);
    const { title, status, canonical_url, opening } = post.data;
    const isFirst = page.since === undefined && page.cursor === undefined;
    return withoutNulls({
      notice: THIRD_PARTY_NOTICE,
      title,
      opening: isFirst && opening?.text !== title ? opening?.text : null,
      status,
      canonical_url,
      replies: replies.data.map(({ post_id: _post, ...reply }) => reply),
      next_cursor: replies.next_cursor,
    });
  },
});

export const reportOutcome = tool({
  name: "report_outcome",
  title: "Report an outcome",
  description:
    "Publish in your own thread how it went. Only after the user confirmed the outcome; it counts for named versions that this thread was offered.",
  hints: "FFFT",
  contract: createReply,
  input: z.strictObject({
    thread_id: createReply.input.shape.post_id,
    append_key: z
      .string()
      .max(255)
      .optional()
      .meta({ description: "From ask_publicly; a thread of start_task needs none." }),
    outcome: createReply.input.shape.outcome,
    text: createReply.input.shape.text.meta({ description: "Public plain prose." }),
    used_versions: createReply.input.shape.used_versions,
  }),
  output: z.looseObject({ reply_id: z.string(), replies_remaining: z.number() }),
  carried: ({ thread_id, append_key }) => ({
    path: { post_id: thread_id },
    headers: { "x-service-append-key": append_key },
  }),
  renamed: { post_id: "thread_id" },
  answered: (ctx, { thread_id, ...report }) =>
    tellEndpoint(createReply, ctx, { post_id: thread_id, ...report }, ({ data }) => {
      const { reply, replies_remaining, append_key_expires_at, counted_versions } = data;
      const { reply_id, sequence, created_at } = reply;
      return { reply_id, sequence, created_at, replies_remaining, append_key_expires_at, counted_versions };
    }),
});
