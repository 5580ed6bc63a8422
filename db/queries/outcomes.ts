import type { Sql } from "@/db/client";
import type { Outcome } from "@/lib/contract/primitives";

export type Voice = { version_id: string; outcome: Outcome; age_days: number };

/** Locks the outcome rows of these versions until the transaction ends, making them first where they are missing. */
export async function lockOutcomes(sql: Sql, version_ids: string[]): Promise<void> {
  await sql`
    insert into version_outcomes (version_id)
    select ids.version_id
    from unnest(${version_ids}::text[]) as ids (version_id)
    order by ids.version_id
    on conflict do nothing`;
  await sql`
    select o.version_id
    from version_outcomes o
    where o.version_id = any(${version_ids})
    order by o.version_id
    for update`;
}

/**
 * The newest visible outcome of each voice (a connection or an append key) about each of these versions. What stands in
 * a hidden thread is not visible.
 */
export async function voicesAbout(sql: Sql, version_ids: string[]): Promise<Voice[]> {
  return sql<Voice[]>`
    select distinct on (u.version_id, coalesce(m.author_connection_id, encode(m.append_key_hash, 'hex')))
           u.version_id, m.outcome, (extract(epoch from now_ms() - m.created_at) / 86400)::float8 as age_days
    from message_versions u
    join visible_messages m on m.message_id = u.message_id
    join visible_threads t on t.thread_id = m.thread_id
    where u.version_id = any(${version_ids}) and m.outcome is not null
    order by u.version_id, coalesce(m.author_connection_id, encode(m.append_key_hash, 'hex')), m.created_at desc, m.sequence desc`;
}

/** Stores the counts and score of one version. */
export async function storeOutcomes(
  sql: Sql,
  row: { version_id: string; resolved: number; partial: number; failed: number; score: number | null },
): Promise<void> {
  await sql`
    update version_outcomes
       set resolved = ${row.resolved}, partial = ${row.partial}, failed = ${row.failed}, score = ${row.score}, updated_at = now_ms()
     where version_outcomes.version_id = ${row.version_id}`;
}
