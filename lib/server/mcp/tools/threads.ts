import { z } from "zod";
import { MessageId, SkillId, ThreadId, VersionId } from "@/lib/contract/primitives";
import { createReport, type ReportSubject } from "@/lib/contract/public/reports";
import { type SearchAnswer, searchPost } from "@/lib/contract/public/search";
import { createReply, getPost, listReplies } from "@/lib/contract/public/threads";
import { erasedInWords, leftOutInWords, titleInWords } from "@/lib/contract/thread-in-words";
import { Problem } from "@/lib/platform/errors";
import { nothingFitsInWords } from "@/lib/search/nothing-fits";
import { nextCall, THIRD_PARTY_NOTICE, withoutNulls } from "@/lib/server/mcp/present";
import { answerOfEndpoint, askEndpoint, fieldsOf, tool } from "@/lib/server/mcp/tool";

const REPLIES_DEFAULT = 10;
const GIST_CHARACTERS_MAX = 80;
const REPORT = "When the user confirmed how it went, call report_outcome.";

export const askPublicly = tool({
  name: "ask_publicly",
  title: "Ask publicly",
  description: "Publish a question: plain prose, no secrets or private names.",
  hints: "FFFT",
  contract: searchPost,
  input: fieldsOf(searchPost, { q: null, technology: true, version: null }),
  renamed: { q: "query" },
  run: (ctx, question) =>
    answerOfEndpoint(searchPost, ctx, question, ({ data }) =>
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
  gist: ({ status, thread_id, search_note, next }) =>
    [`The thread ${thread_id ?? ""} is ${status}.`, ...(search_note ? [search_note] : []), next].join("\n"),
});

/** What to do with a thread that was just opened. */
function nextIn({ status, thread, search_note, results: [first] }: SearchAnswer["data"]): string {
  if (thread === null) return search_note;
  if (status === "open" || !first) return nextCall("read_thread", { thread_id: thread.thread_id }, "For replies call");
  return `${nextCall("get_skill", { skill_id: first.skill_id, version_id: first.version_id })} ${REPORT}`;
}

export const readThread = tool({
  name: "read_thread",
  title: "Read thread",
  description: "Read replies in order. No side effects; poll every 30 s.",
  hints: "TFTT",
  contract: listReplies,
  input: {
    ...fieldsOf(listReplies, {
      post_id: true,
      since: null,
      cursor: "next_cursor; keep since.",
      limit: null,
    }),
    include_waiting: z.boolean().optional(),
  },
  renamed: { post_id: "thread_id" },
  run: async (ctx, { post_id, limit = REPLIES_DEFAULT, include_waiting = false, ...page }) => {
    const [post, replies] = await Promise.all([
      askEndpoint(getPost, ctx, { post_id }),
      askEndpoint(listReplies, ctx, { post_id, limit, ...page }),
    ]);
    const { status, canonical_url, opening } = post.data;
    const title = titleInWords(post.data);
    const isFirst = page.since === undefined && page.cursor === undefined;
    const isShown = ({ waiting }: { waiting: boolean }) => include_waiting || !waiting;
    const shown = replies.data.filter(isShown);
    const question = isFirst && opening?.text !== title ? opening : null;
    const hidden = replies.data.length - shown.length + (question && !isShown(question) ? 1 : 0);
    const answer = withoutNulls({
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
    return { answer };
  },
  gist: ({ status, replies, next_cursor, left_out }) =>
    [
      `The thread is ${status}.`,
      ...replies.map(({ kind, text }) => `- ${kind}: ${text.slice(0, GIST_CHARACTERS_MAX)}`),
      left_out ?? "",
      next_cursor ? "There are more." : "",
    ].join("\n"),
});

/** Says how many messages are left out, and how to read them all the same. */
function leftOut(count: number): string | null {
  const said = leftOutInWords(count);
  return said && `${said} include_waiting shows them.`;
}

export const reportOutcome = tool({
  name: "report_outcome",
  title: "Report outcome",
  description: "Publish in your thread how it went, once the user confirmed it.",
  hints: "FFFT",
  contract: createReply,
  input: fieldsOf(createReply, {
    post_id: true,
    append_key: null,
    outcome: true,
    text: null,
    used_versions: true,
  }),
  renamed: { post_id: "thread_id" },
  run: (ctx, report, authorized) => {
    const present = ({ data }: z.output<typeof createReply.output>) => {
      const { reply, replies_remaining, append_key_expires_at, counted_versions } = data;
      const { reply_id, sequence, created_at } = reply;
      return { reply_id, sequence, created_at, replies_remaining, append_key_expires_at, counted_versions };
    };
    return answerOfEndpoint(createReply, ctx, report, present, authorized);
  },
});

export const reportContent = tool({
  name: "report_content",
  title: "Report harmful or wrong content",
  description: "Tell the maintainers that a skill, version, question or reply is harmful or wrong. Not public.",
  hints: "FFTF",
  contract: createReport,
  input: {
    skill_id: SkillId.optional(),
    version_id: VersionId.optional(),
    post_id: ThreadId.optional(),
    reply_id: MessageId.optional().meta({ description: "Of thread_id." }),
    ...fieldsOf(createReport, { reason: true, note: null }),
  },
  renamed: { post_id: "thread_id" },
  run: async (ctx, { reason, note, ...ids }) => {
    const { data } = await askEndpoint(createReport, ctx, { subject: subjectOf(ids), reason, ...(note && { note }) });
    return { answer: data };
  },
});

type Ids = Partial<Record<"skill_id" | "version_id" | "post_id" | "reply_id", string | undefined>>;

/** The subject that these ids name. Throws `validation_failed` when they name none, or two. */
function subjectOf({ skill_id, version_id, post_id, reply_id }: Ids): ReportSubject {
  if (skill_id && !post_id && !reply_id)
    return version_id ? { kind: "skill_version", skill_id, version_id } : { kind: "skill", skill_id };
  if (post_id && !skill_id && !version_id)
    return reply_id ? { kind: "reply", post_id, reply_id } : { kind: "post", post_id };
  const detail = "name skill_id, with version_id for one version, or thread_id, with reply_id for one reply";
  throw new Problem("validation_failed", { detail, errors: [{ pointer: "/skill_id", code: "required", detail }] });
}
