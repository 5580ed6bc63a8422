import { z } from "zod";
import { read } from "@/db/client";
import { type QueueRow, submissionsInReview } from "@/db/queries/maintenance-queue";
import type { Context } from "@/lib/context";
import { SubmissionInReview } from "@/lib/contract/knowledge/submissions";
import type { QueueItem } from "@/lib/contract/maintenance/queue";
import { OperationRef, Timestamp } from "@/lib/contract/primitives";
import { openCursor, sealCursor } from "@/lib/cursor";
import { authorizeMaintainer } from "@/lib/maintenance/require-maintainer";
import { presentOperation } from "@/lib/present/operation";
import { versionRef } from "@/lib/present/version";
import { StoredRequest } from "@/lib/submissions/stored-request";

type Input = { limit?: number | undefined; cursor?: string | undefined };

const BINDING = { endpoint: "list_queue" };
const LIMIT = 10;
const Position = z.strictObject({ created_at: Timestamp, operation_ref: OperationRef });

/** What waits for a decision, oldest first. Throws `maintainer_required`. */
export async function listQueue(
  ctx: Context,
  input: Input,
): Promise<{ data: QueueItem[]; next_cursor: string | null }> {
  await authorizeMaintainer(ctx);
  const limit = input.limit ?? LIMIT;
  const position = input.cursor === undefined ? null : openCursor(BINDING, input.cursor, Position);
  const rows = await read((sql) => submissionsInReview(sql, position, limit + 1));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last;
  return {
    data: page.map(presentQueueItem),
    next_cursor: more
      ? sealCursor(BINDING, { created_at: last.created_at.toISOString(), operation_ref: last.operation_ref })
      : null,
  };
}

/** A row of the queue with the submission whole. */
export function presentQueueItem(row: QueueRow): QueueItem {
  const { skill_id, slug, selection_revision, selected_version_id } = row;
  return {
    operation: presentOperation(row),
    submitted_by: { connection_id: row.connection_id, name: row.author },
    submission: StoredRequest.parse(row.request).submission,
    review: SubmissionInReview.parse(row.result),
    skill:
      skill_id && slug && selection_revision
        ? {
            skill_id,
            slug,
            selected: selected_version_id ? versionRef({ skill_id, version_id: selected_version_id }) : null,
            selection_revision,
            author: {
              connection_id: row.skill_author_connection_id,
              name: row.skill_author ?? "Imported into the library",
            },
          }
        : null,
  };
}
