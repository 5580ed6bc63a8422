import type { Sql } from "@/db/client";

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
