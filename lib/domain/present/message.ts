import type { MessageRow } from "@/db/queries/messages";
import type { Message } from "@/lib/contract/knowledge/resources";
import { presentAuthor } from "@/lib/domain/present/author";
import {
  LIBRARY_NAME,
  presentRetraction,
  presentRisk,
  presentUsedVersions,
  SEARCHER_NAME,
} from "@/lib/domain/present/reply";

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
