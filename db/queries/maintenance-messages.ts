import type { Sql } from "@/db/client";

export type LockedMessage = {
  message_id: string;
  thread_id: string;
  kind: string;
  hidden: boolean;
};

/** A message, hidden or not; null when there is none. Locks its thread's row until the transaction ends. */
export async function lockMessage(sql: Sql, message_id: string): Promise<LockedMessage | null> {
  await sql`
    select t.thread_id
    from threads t
    where t.thread_id = (select m.thread_id from messages m where m.message_id = ${message_id})
    for update`;
  const [row] = await sql<LockedMessage[]>`
    select m.message_id, m.thread_id, m.kind, (m.hidden_at is not null) as hidden
    from messages m
    where m.message_id = ${message_id}`;
  return row ?? null;
}

/** Hides a message or shows it again. Requires its thread's lock. */
export async function storeHidden(sql: Sql, message_id: string, hidden: boolean): Promise<void> {
  await sql`
    update messages
       set hidden_at = case when ${hidden} then now_ms() end
     where messages.message_id = ${message_id}`;
}

/**
 * Vouches for a message with a risk, whether it waits or its author's record speaks for it now. False for one without a
 * risk, and when somebody has vouched for it. Requires its thread's lock.
 */
export async function storeMessageVouch(sql: Sql, message_id: string): Promise<boolean> {
  const rows = await sql`
    update messages
       set vouched_at = now_ms()
     where messages.message_id = ${message_id} and messages.risk_labels <> '{}' and messages.vouched_at is null
    returning message_id`;
  return rows.length === 1;
}

/**
 * Recomputes a thread from its visible messages: their number, and the status that the visible replies lead to. The
 * thread is hidden exactly when its opening message is. Returns whether it is hidden.
 */
export async function recountThread(sql: Sql, thread_id: string): Promise<boolean> {
  const [row] = await sql<{ hidden: boolean }[]>`
    with verdict as (
      select m.sequence, m.outcome
      from visible_messages m
      where m.thread_id = ${thread_id} and m.outcome is not null
      order by m.sequence desc
      limit 1
    )
    update threads
       set revision = threads.revision + 1,
           reply_count = (select count(*) from visible_messages m where m.thread_id = threads.thread_id and m.kind <> 'opening'),
           hidden_at = (select m.hidden_at from messages m where m.thread_id = threads.thread_id and m.kind = 'opening'),
           status = case
             when (select verdict.outcome from verdict) = 'resolved' then 'resolved'
             when exists (
               select 1
               from visible_messages m
               where m.thread_id = threads.thread_id
                 and m.kind in ('library', 'insight')
                 and m.body is not null
                 and m.sequence > coalesce((select verdict.sequence from verdict), 0)
             ) then 'answered'
             else 'open'
           end
     where threads.thread_id = ${thread_id}
    returning (threads.hidden_at is not null) as hidden`;
  if (!row) throw new Error("the locked thread is gone");
  return row.hidden;
}
