import { z } from "zod";
import { erasedInWords, titleInWords } from "@/lib/contract/erased-in-words";
import { getPost } from "@/lib/contract/public/posts";
import { createReply, listReplies } from "@/lib/contract/public/replies";
import { searchPost } from "@/lib/contract/public/search";
import { leftOutInWords } from "@/lib/contract/unchecked-in-words";
import { nothingFitsInWords } from "@/lib/search/nothing-fits";
import { askEndpoint, tellEndpoint } from "@/lib/server/mcp/ask-endpoint";
import { nextCall } from "@/lib/server/mcp/next-call";
import { THIRD_PARTY_NOTICE, withoutNulls } from "@/lib/server/mcp/present-answer";
import { tool } from "@/lib/server/mcp/tool";

const REPLIES_DEFAULT = 10;
const GIST_CHARACTERS_MAX = 80;
const REPORT = "When the user confirmed how it went, call report_outcome.";

type Found = z.output<typeof searchPost.output>["data"];

/** What to do with a thread that was just opened. */
function nextIn({ status, thread, search_note, results: [first] }: Found): string {
  if (thread === null) return search_note;
  if (status === "open" || !first) return nextCall("read_thread", { thread_id: thread.thread_id }, "For replies call");
  return `${nextCall("get_skill", { skill_id: first.skill_id, version_id: first.version_id })} ${REPORT}`;
}

export const askPublicly = tool({
  name: "ask_publicly",
  title: "Ask in public",
  description: "Publish a question in public. No secrets, no private names.",
  hints: "FFFT",
  contract: searchPost,
  input: z.strictObject({
    query: searchPost.input.shape.q.meta({ description: "Public as it is. Plain prose." }),
    technology: searchPost.input.shape.technology,
    version: searchPost.input.shape.version.meta({ description: undefined }),
  }),
  output: z.looseObject({
    status: z.string(),
    next: z.string(),
    thread_id: z.string().optional(),
    search_note: z.string().optional(),
    append_key: z.string().optional().meta({ description: "Secret: keep it for report_outcome." }),
  }),
  gist: ({ status, thread_id, search_note, next }) =>
    [`The thread ${thread_id ?? ""} is ${status}.`, ...(search_note ? [search_note] : []), next].join("\n"),
  renamed: { q: "query" },
  answered: (ctx, { query, ...narrow }) =>
    tellEndpoint(searchPost, ctx, { q: query, ...narrow }, ({ data }) =>
      withoutNulls({
        status: data.status,
        next: nextIn(data),
        search_note: data.nothing_fits && nothingFitsInWords(data.nothing_fits, data.results.length > 0),
        nothing_fits: data.nothing_fits,
        warnings: data.warnings,
        thread_id: data.thread?.thread_id,
        append_key: data.thread?.append_key,
        append_key_expires_at: data.thread?.append_key_expires_at,
        replies_remaining: data.thread?.replies_remaining,
        canonical_url: data.canonical_url,
        skills: data.results.map(({ skill_id, version_id, title, strength, verdict, version_url, skill_md_url }) => ({
          ...{ skill_id, version_id, title, strength, verdict, version_url, skill_md_url },
        })),
      }),
    ),
});

/** Says how many messages are left out, and how to read them all the same. */
function leftOut(count: number): string | null {
  const said = leftOutInWords(count);
  return said && `${said} include_waiting shows them.`;
}

export const readThread = tool({
  name: "read_thread",
  title: "Read a thread",
  description: "Read a thread's replies in order. No side effects; poll every 30 s at most.",
  hints: "TFTT",
  contract: listReplies,
  input: z.strictObject({
    thread_id: listReplies.input.shape.post_id,
    since: listReplies.input.shape.since.meta({ description: "Newest created_at seen." }),
    cursor: listReplies.input.shape.cursor.meta({ description: "next_cursor; keep since." }),
    limit: listReplies.input.shape.limit.meta({}),
    include_waiting: z.boolean().optional(),
  }),
  output: z.looseObject({
    status: z.string(),
    replies: z.array(z.looseObject({})),
    next_cursor: z.string().optional(),
  }),
  gist: ({ status, replies, next_cursor, left_out }) =>
    [
      `The thread is ${status}.`,
      ...replies.map(({ kind, text }) => `- ${kind}: ${String(text).slice(0, GIST_CHARACTERS_MAX)}`),
      typeof left_out === "string" ? left_out : "",
      next_cursor ? "There are more." : "",
    ].join("\n"),
  renamed: { post_id: "thread_id" },
  run: async (ctx, { thread_id, limit = REPLIES_DEFAULT, include_waiting = false, ...page }) => {
    const [post, replies] = await Promise.all([
      askEndpoint(getPost, ctx, { post_id: thread_id }),
      askEndpoint(listReplies, ctx, { post_id: thread_id, limit, ...page }),
    ]);
    const { status, canonical_url, opening } = post.data;
    const title = titleInWords(post.data);
    const isFirst = page.since === undefined && page.cursor === undefined;
    const isShown = ({ waiting }: { waiting: boolean }) => include_waiting || !waiting;
    const shown = replies.data.filter(isShown);
    const question = isFirst && opening?.text !== title ? opening : null;
    const hidden = replies.data.length - shown.length + (question && !isShown(question) ? 1 : 0);
    return withoutNulls({
      notice: THIRD_PARTY_NOTICE,
      title,
      opening: question && isShown(question) ? question.text : null,
      status,
      canonical_url,
      replies: shown.map(({ post_id: _post, ...reply }) => ({
        ...reply,
        text: reply.text ?? erasedInWords(reply),
      })),
      left_out: leftOut(hidden),
      next_cursor: replies.next_cursor,
    });
  },
});

export const reportOutcome = tool({
  name: "report_outcome",
  title: "Report an outcome",
  description: "Publish in your thread how it went, once the user confirmed it.",
  hints: "FFFT",
  contract: createReply,
  input: z.strictObject({
    thread_id: createReply.input.shape.post_id,
    append_key: z.string().max(255).optional(),
    outcome: createReply.input.shape.outcome,
    text: createReply.input.shape.text.meta({ description: "Public." }),
    used_versions: createReply.input.shape.used_versions,
  }),
  output: z.looseObject({ reply_id: z.string(), replies_remaining: z.number() }),
  carried: ({ thread_id, append_key }) => ({
    path: { post_id: thread_id },
    headers: { "x-service-append-key": append_key },
  }),
  renamed: { post_id: "thread_id" },
  answered: (ctx, { thread_id, ...report }, authorized) => {
    const present = ({ data }: z.output<typeof createReply.output>) => {
      const { reply, replies_remaining, append_key_expires_at, counted_versions } = data;
      const { reply_id, sequence, created_at } = reply;
      return { reply_id, sequence, created_at, replies_remaining, append_key_expires_at, counted_versions };
    };
    return tellEndpoint(createReply, ctx, { post_id: thread_id, ...report }, present, authorized);
  },
});
