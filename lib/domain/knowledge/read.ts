import { z } from "zod";
import { read } from "@/db/client";
import { messagesAfter } from "@/db/queries/messages";
import { versionsNamedIn } from "@/db/queries/outcomes";
import { threadById } from "@/db/queries/threads";
import type { ReadAnswer, View } from "@/lib/contract/knowledge/reading";
import type { ReadRef } from "@/lib/contract/knowledge/resources";
import { Revision } from "@/lib/contract/primitives";
import { waitingInWords } from "@/lib/contract/skill-in-words";
import { leftOutInWords, titleInWords } from "@/lib/contract/thread-in-words";
import { type Context, requireConnection } from "@/lib/domain/context";
import { type Paging, type ReadInput, readDecisions, readSkill, versionOf } from "@/lib/domain/knowledge/read-skill";
import { oneLine, presentMessage, presentTranscript } from "@/lib/domain/present/messages";
import { presentQuarantine, versionRef } from "@/lib/domain/present/version";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";
import { repliesUrl, threadUrl, versionUrl } from "@/lib/platform/urls";

const LIMIT_DEFAULT = 10;

const LISTS: View[] = ["history", "messages", "decisions"];

const CONVERSATION_VIEWS = ["messages", "decisions", "markdown", "links"] as const;

const SKILL_VIEWS = ["content", "history", "provenance", "comparison", "decisions", "markdown", "links"] as const;

/** Reads a skill, a version or a conversation in one of its views. */
export async function readKnowledge(ctx: Context, input: ReadInput): Promise<ReadAnswer> {
  requireConnection(ctx);
  const { ref, compare_version_id } = input;
  const view = input.view ?? (ref.kind === "conversation" ? "messages" : "content");
  const supported: readonly View[] = ref.kind === "conversation" ? CONVERSATION_VIEWS : SKILL_VIEWS;
  if (!supported.includes(view)) {
    throw new Problem("view_not_supported", { detail: `A ${ref.kind} has no view ${view}.`, extra: { supported } });
  }
  requireComparison(view, compare_version_id);
  if (input.cursor !== undefined && !LISTS.includes(view))
    throw new Problem("invalid_cursor", { detail: `The view ${view} is not a list.` });
  const paging = { cursor: input.cursor, limit: input.limit ?? LIMIT_DEFAULT };
  if (ref.kind === "conversation") {
    const known = CONVERSATION_VIEWS.find((name) => name === view);
    return readConversation(ref, known ?? "messages", paging);
  }
  const known = SKILL_VIEWS.find((name) => name === view);
  return readSkill(ref, known ?? "content", paging, compare_version_id);
}

function requireComparison(view: View, compare_version_id: string | undefined): void {
  const compares = view === "comparison";
  if (compares === (compare_version_id !== undefined)) return;
  const [code, detail] = compares
    ? ["required", "is required for the view comparison"]
    : ["unknown_field", "belongs to the view comparison alone"];
  throw new Problem("validation_failed", {
    detail: `compare_version_id ${detail}.`,
    errors: [{ pointer: "/compare_version_id", code: code ?? "", detail: detail ?? "" }],
  });
}

/** Throws `not_found` for a version that waits: agents that ask by tool are offered none. */
export async function requireNoWait(ref: ReadRef): Promise<void> {
  if (ref.kind === "conversation") return;
  const row = await versionOf(ref);
  const quarantine = row && presentQuarantine(row);
  if (quarantine) throw new Problem("not_found", { detail: waitingInWords(quarantine) });
}

type Ref = { kind: "conversation"; thread_id: string };
type ConversationView = "messages" | "decisions" | "markdown" | "links";

const Position = z.strictObject({ after: Revision });
const TRANSCRIPT_MESSAGES_MAX = 500;
const LINKED_MAX = 25;

/** A conversation in one view. Throws `not_found`. */
export async function readConversation(ref: Ref, view: ConversationView, paging: Paging): Promise<ReadAnswer> {
  const thread = await read((sql) => threadById(sql, ref.thread_id));
  if (!thread) throw new Problem("not_found", { detail: "No thread has this id." });
  if (view === "messages") return readMessages(ref, paging);
  if (view === "decisions") return readDecisions(ref, { thread_id: ref.thread_id }, paging);
  if (view === "markdown")
    return {
      data: {
        ref,
        view,
        markdown: await transcript(ref.thread_id, titleInWords(thread)),
        content_type: "text/markdown; charset=utf-8",
      },
    };
  const named = await read((sql) => versionsNamedIn(sql, ref.thread_id, LINKED_MAX));
  return {
    data: {
      ref,
      view,
      canonical_url: threadUrl(ref.thread_id),
      api_url: repliesUrl(ref.thread_id),
      public_references: [],
      threads: [],
      versions: named.map((row) => ({
        ref: versionRef(row),
        title: row.title,
        canonical_url: versionUrl(row.skill_id, row.version_id),
      })),
    },
  };
}

async function readMessages(ref: Ref, paging: Paging): Promise<ReadAnswer> {
  const binding = { endpoint: "read", subject: ref.thread_id, filter: { view: "messages" } };
  const after = paging.cursor === undefined ? "0" : openCursor(binding, paging.cursor, Position).after;
  const rows = await read((sql) => messagesAfter(sql, ref.thread_id, after, paging.limit + 1));
  const { page, next_cursor } = pageOf(binding, rows, paging.limit, ({ sequence }) => ({ after: sequence }));
  return { data: { ref, view: "messages", items: page.map(presentMessage) }, next_cursor };
}

async function transcript(thread_id: string, title: string): Promise<string> {
  const rows = await read((sql) => messagesAfter(sql, thread_id, "0", TRANSCRIPT_MESSAGES_MAX + 1));
  const messages = rows.slice(0, TRANSCRIPT_MESSAGES_MAX).map(presentMessage);
  const more =
    rows.length > TRANSCRIPT_MESSAGES_MAX
      ? [`The first ${TRANSCRIPT_MESSAGES_MAX} messages; the rest is at ${threadUrl(thread_id)}.`]
      : [];
  const checked = messages.filter(({ waiting }) => !waiting);
  const leftOut = leftOutInWords(messages.length - checked.length);
  return [
    `# ${oneLine(title)}`,
    `Thread: ${threadUrl(thread_id)}`,
    ...(checked.length > 0 ? [presentTranscript(checked)] : []),
    ...(leftOut ? [leftOut] : []),
    ...more,
  ]
    .join("\n\n")
    .concat("\n");
}
