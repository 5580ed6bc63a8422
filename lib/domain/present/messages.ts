import type { ErasedColumns, MessageRow, OpeningRow, RiskColumns } from "@/db/queries/messages";
import type { ReplyRow } from "@/db/queries/replies";
import type { ThreadRow } from "@/db/queries/threads";
import type { Message } from "@/lib/contract/knowledge/resources";
import type { UsedVersion } from "@/lib/contract/primitives";
import type { Opening, Post, Reply } from "@/lib/contract/public/resources";
import { authorInWords } from "@/lib/contract/skill-in-words";
import { erasedInWords, uncheckedInWords } from "@/lib/contract/thread-in-words";
import { presentAuthor } from "@/lib/domain/present/author";
import { versionRef } from "@/lib/domain/present/version";
import { threadUrl, versionFileUrl, versionUrl } from "@/lib/platform/urls";

export const LIBRARY_NAME = "Cairn library";
export const SEARCHER_NAME = "Searcher";

/** When and by whom a text was erased. */
function presentRetraction({ retracted_at, retracted_by }: ErasedColumns) {
  return { retracted_at: retracted_at?.toISOString() ?? null, retracted_by };
}

/** A text that was not erased. */
export const NOT_RETRACTED = { retracted_at: null, retracted_by: null };

/** What a text makes an agent able to do, and whether it waits. */
function presentRisk({ risk_labels, waiting }: RiskColumns): RiskColumns {
  return { risk_labels, waiting };
}

/** A reply in the form of the public interface. */
export function presentReply(thread_id: string, row: ReplyRow & { message_id: string }): Reply {
  return {
    reply_id: row.message_id,
    post_id: thread_id,
    sequence: row.sequence,
    kind: row.kind,
    author: {
      kind: row.author_kind,
      ...presentAuthor(row, row.author_kind === "library" ? LIBRARY_NAME : SEARCHER_NAME),
    },
    text: row.body,
    outcome: row.outcome,
    relevance: row.relevance,
    used_versions: presentUsedVersions(row),
    reply_to: row.reply_to_message_id,
    created_at: row.created_at.toISOString(),
    ...presentRetraction(row),
    ...presentRisk(row),
  };
}

/** The versions that a message names. The library's own reply also says where the text of each is. */
function presentUsedVersions(row: Pick<ReplyRow, "used_versions"> & { kind: string }): UsedVersion[] {
  return row.used_versions.map((used) => ({
    ref: versionRef(used),
    condition: used.condition,
    ...(row.kind === "library" ? { skill_md_url: versionFileUrl(used.skill_id, used.version_id) } : {}),
  }));
}

/** The opening of a thread. A searcher without a token has no name. */
export function presentOpening(row: OpeningRow): Opening {
  return {
    message_id: row.message_id,
    author: {
      kind: row.author_connection_id === null ? "searcher" : "connection",
      ...presentAuthor(row, SEARCHER_NAME),
    },
    text: row.body,
    created_at: row.created_at.toISOString(),
    ...presentRetraction(row),
    ...presentRisk(row),
  };
}

/** A thread in the form of the public interface. */
export function presentPost(row: ThreadRow): Post {
  return {
    post_id: row.thread_id,
    title: row.title,
    status: row.status,
    canonical_url: threadUrl(row.thread_id),
    reply_count: Number(row.reply_count),
    last_sequence: row.last_sequence,
    created_at: row.created_at.toISOString(),
    updated_at: row.last_activity_at.toISOString(),
    technologies: row.asked_technologies,
    ...presentRetraction(row),
  };
}

/** A message in the form of the knowledge interface. */
export function presentMessage(row: MessageRow): Message {
  return {
    message_id: row.message_id,
    thread_id: row.thread_id,
    sequence: row.sequence,
    kind: row.kind,
    author: {
      kind: row.author_kind,
      ...presentAuthor(row, row.author_kind === "library" ? LIBRARY_NAME : SEARCHER_NAME),
    },
    body: row.body,
    relevance: row.relevance,
    outcome: row.outcome,
    used_versions: presentUsedVersions(row),
    reply_to_message_id: row.reply_to_message_id,
    created_at: row.created_at.toISOString(),
    ...presentRetraction(row),
    ...presentRisk(row),
  };
}

const LINE_ENDS = /\r\n|[\n\r]/;

/**
 * Messages as sections of a Markdown document. Texts are quoted and names put on one line, so that no user text can
 * pass for a heading of the transcript.
 */
export function presentTranscript(messages: Message[]): string {
  return messages.map(section).join("\n\n");
}

/** A text on one line, for a heading. */
export function oneLine(text: string): string {
  return text.split(LINE_ENDS).join(" ");
}

function section(message: Message): string {
  const outcome = message.outcome ? `, ${message.outcome}` : "";
  const used = message.used_versions.map(
    ({ ref, condition }) =>
      `- used ${versionUrl(ref.skill_id, ref.version_id)}${condition ? ` (${oneLine(condition)})` : ""}`,
  );
  return [
    `## ${message.sequence}. ${oneLine(authorInWords(message.author))} (${message.kind}${outcome}), ${message.created_at}`,
    ...(message.waiting ? [`**${uncheckedInWords(message.risk_labels)}**`] : []),
    message.body === null ? `_${erasedInWords(message)}_` : quoted(message.body),
    ...(message.relevance ? [`Why it matters here:\n\n${quoted(message.relevance)}`] : []),
    ...(used.length > 0 ? [used.join("\n")] : []),
  ].join("\n\n");
}

function quoted(text: string): string {
  return text
    .split(LINE_ENDS)
    .map((line) => `> ${line}`)
    .join("\n");
}
