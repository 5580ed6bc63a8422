import type { ErasedColumns, OpeningRow, RiskColumns } from "@/db/queries/messages";
import type { ReplyRow } from "@/db/queries/replies";
import type { ThreadRow } from "@/db/queries/threads";
import type { UsedVersion } from "@/lib/contract/primitives";
import type { Opening, Post, Reply } from "@/lib/contract/public/resources";
import { presentAuthor } from "@/lib/domain/present/author";
import { versionRef } from "@/lib/domain/present/version";
import { threadUrl, versionFileUrl } from "@/lib/platform/urls";

export const LIBRARY_NAME = "Cairn library";
export const SEARCHER_NAME = "Searcher";

/** When and by whom a text was erased. */
export function presentRetraction({ retracted_at, retracted_by }: ErasedColumns) {
  return { retracted_at: retracted_at?.toISOString() ?? null, retracted_by };
}

/** A text that was not erased. */
export const NOT_RETRACTED = { retracted_at: null, retracted_by: null };

/** What a text makes an agent able to do, and whether it waits. */
export function presentRisk({ risk_labels, waiting }: RiskColumns): RiskColumns {
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
export function presentUsedVersions(row: Pick<ReplyRow, "used_versions"> & { kind: string }): UsedVersion[] {
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
