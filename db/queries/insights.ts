import type { Sql } from "@/db/client";
import { waits } from "@/db/queries/message-rows";

export type NewInsight = {
  message_id: string;
  thread_id: string;
  connection_id: string;
  body: string;
  relevance: string | null;
  reply_to_message_id: string | null;
  risk_labels: string[];
  versions: Array<{ skill_id: string; version_id: string; condition: string | null }>;
};

/**
 * Stores an insight. Sequence and time come from the thread's row under its lock. An open thread becomes answered, and
 * from then on the thread's outcomes count for the versions that the insight names. Null when there is no such thread.
 */
export async function insertInsight(
  sql: Sql,
  insight: NewInsight,
): Promise<{ sequence: string; created_at: Date; waiting: boolean } | null> {
  const [row] = await sql<{ sequence: string; created_at: Date; waiting: boolean }[]>`
    with place as (
      update threads
         set last_sequence = threads.last_sequence + 1,
             reply_count = threads.reply_count + 1,
             revision = threads.revision + 1,
             last_activity_at = greatest(now_ms(), threads.last_activity_at),
             status = case threads.status when 'open' then 'answered' else threads.status end
       where threads.thread_id = ${insight.thread_id} and threads.hidden_at is null
      returning threads.thread_id, threads.last_sequence, threads.last_activity_at
    ), stored as (
      insert into messages
        (message_id, thread_id, sequence, kind, author_kind, author_connection_id, body, relevance, reply_to_message_id, risk_labels, created_at)
      select ${insight.message_id}, place.thread_id, place.last_sequence, 'insight', 'connection', ${insight.connection_id},
             ${insight.body}, ${insight.relevance}, ${insight.reply_to_message_id}, ${insight.risk_labels}::text[],
             place.last_activity_at
      from place
      returning message_id, sequence, created_at, ${waits(sql)} as waiting
    ), named as (
      insert into message_versions (message_id, position, skill_id, version_id, condition)
      select stored.message_id, versions.position - 1, versions.skill_id, versions.version_id, versions.condition
      from stored
      cross join unnest(
        ${insight.versions.map((ref) => ref.skill_id)}::text[],
        ${insight.versions.map((ref) => ref.version_id)}::text[],
        ${insight.versions.map((ref) => ref.condition)}::text[]
      ) with ordinality as versions (skill_id, version_id, condition, position)
    ), offered as (
      insert into thread_offers (thread_id, version_id)
      select distinct place.thread_id, versions.version_id
      from place
      cross join unnest(${insight.versions.map((ref) => ref.version_id)}::text[]) as versions (version_id)
      on conflict do nothing
    )
    select stored.sequence, stored.created_at, stored.waiting
    from stored`;
  return row ?? null;
}

/** Whether a message is a visible message of this thread. */
export async function messageInThread(sql: Sql, thread_id: string, message_id: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select 1
      from visible_messages m
      where m.message_id = ${message_id} and m.thread_id = ${thread_id}
    ) as found`;
  return row?.found === true;
}
