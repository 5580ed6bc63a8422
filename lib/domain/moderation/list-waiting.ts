import { z } from "zod";
import { read } from "@/db/client";
import { type WaitingRow, waitingVersions } from "@/db/queries/quarantine";
import type { WaitingItem } from "@/lib/contract/maintenance/queue";
import { Timestamp, VersionId } from "@/lib/contract/primitives";
import { IMPORTED_NAME, presentAuthor } from "@/lib/domain/present/author";
import { ruleFindings } from "@/lib/domain/present/rule-findings";
import { presentQuarantine, versionRef } from "@/lib/domain/present/version";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import { versionUrl } from "@/lib/platform/urls";

const BINDING = { endpoint: "list_queue", filter: { part: "waiting" } };
const Position = z.strictObject({ since: Timestamp, version_id: VersionId });

/** Versions that wait, the latest first, with what their authors say. Throws `invalid_cursor`. */
export async function listQueueOfWaiting(
  limit: number,
  cursor?: string,
): Promise<{ data: WaitingItem[]; next_cursor: string | null }> {
  const position = cursor === undefined ? null : openCursor(BINDING, cursor, Position);
  const rows = await read((sql) => waitingVersions(sql, position, limit + 1));
  const { page, next_cursor } = pageOf(BINDING, rows, limit, (last) => ({
    since: last.quarantined_at.toISOString(),
    version_id: last.version_id,
  }));
  return {
    data: page.map(present),
    next_cursor,
  };
}

function present(row: WaitingRow): WaitingItem {
  const { skill_id, version_id, title, description, author_connection_id: connection_id, appeal, appealed_at } = row;
  const quarantine = presentQuarantine(row);
  if (!quarantine) throw new Error("A version that does not wait was read as one that does.");
  return {
    ref: versionRef(row),
    canonical_url: versionUrl(skill_id, version_id),
    title,
    description,
    author: connection_id === null ? null : { connection_id, ...presentAuthor(row, IMPORTED_NAME) },
    quarantine,
    findings: ruleFindings(row.checks),
    appeal: appeal !== null && appealed_at ? { text: appeal, created_at: appealed_at.toISOString() } : null,
  };
}
