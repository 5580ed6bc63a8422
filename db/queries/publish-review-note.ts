import type { Sql } from "@/db/client";
import { newId } from "@/lib/ids";

/** What a maintainer checked, against which version. */
export type ReviewNote = { version_checked: string; note: string; reviewed_at: Date; reviewer: string };

/** Records a note for a version. False, and nothing is written, when the version has the very same note already. */
export async function insertReviewNote(sql: Sql, version_id: string, note: ReviewNote): Promise<boolean> {
  const rows = await sql`
    insert into review_notes (review_note_id, version_id, version_checked, note, reviewer, reviewed_at)
    select ${newId("rev")}, ${version_id}, ${note.version_checked}, ${note.note}, ${note.reviewer}, ${note.reviewed_at}
    where not exists (
      select 1
      from review_notes n
      where n.version_id = ${version_id} and n.version_checked = ${note.version_checked} and n.note = ${note.note}
        and n.reviewer = ${note.reviewer} and n.reviewed_at = ${note.reviewed_at})
    returning review_note_id`;
  return rows.length === 1;
}
