import type { Sql } from "@/db/client";

/** The maintainer's checks, and the version they ran against. */
export type ReviewNote = {
  version_checked: string;
  note: string;
  reviewed_at: Date;
  reviewer: string;
  reviewer_connection_id?: string | null;
};

/** Records a note for a version. Returns false and writes nothing when the version already has the same note. */
export async function insertReviewNote(
  sql: Sql,
  row: ReviewNote & { review_note_id: string; version_id: string },
): Promise<boolean> {
  const rows = await sql`
    insert into review_notes (review_note_id, version_id, version_checked, note, reviewer, reviewer_connection_id, reviewed_at)
    select ${row.review_note_id}, ${row.version_id}, ${row.version_checked}, ${row.note}, ${row.reviewer},
           ${row.reviewer_connection_id ?? null}, ${row.reviewed_at}
    where not exists (
      select 1
      from review_notes n
      where n.version_id = ${row.version_id} and n.version_checked = ${row.version_checked} and n.note = ${row.note}
        and n.reviewer = ${row.reviewer} and n.reviewed_at = ${row.reviewed_at})
    returning review_note_id`;
  return rows.length === 1;
}

/**
 * The most recently reviewed selected versions, newest note first. A version with two notes among them appears twice.
 */
export async function reviewedLast(sql: Sql, limit: number): Promise<Array<{ version_id: string; slug: string }>> {
  return sql<Array<{ version_id: string; slug: string }>>`
    select t.version_id, t.slug
    from review_notes n
    join selected_traits t on t.version_id = n.version_id
    order by n.created_at desc, n.review_note_id desc
    limit ${limit}`;
}
