import type { Sql } from "@/db/client";
import type { Outcome } from "@/lib/contract/primitives";

/** Whether the text of a row was erased, and by whom. */
export type ErasedColumns = { retracted_at: Date | null; retracted_by: "author" | "maintainer" | null };

/** What a text makes an agent able to do, and whether it waits for somebody to check that. */
export type RiskColumns = { risk_labels: string[]; waiting: boolean };

/** The jsonb form of a version that a message names. */
export type UsedVersionRow = { skill_id: string; version_id: string; condition: string | null };

/** The versions that a message names, as a column. `message_id` is a column of the query. */
export const usedVersions = (sql: Sql, message_id: ReturnType<Sql>) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('skill_id', u.skill_id, 'version_id', u.version_id, 'condition', u.condition) order by u.position), '[]')
   from message_versions u
   where u.message_id = ${message_id}) as used_versions`;

/** Whether a row of `messages` waits, in the words of the view `visible_messages`, for rows that it does not have. */
export function waits(sql: Sql) {
  return sql`(messages.risk_labels <> '{}' and messages.vouched_at is null and not has_record(messages.author_connection_id))`;
}

export type MessageRow = ErasedColumns &
  RiskColumns & {
    message_id: string;
    thread_id: string;
    sequence: string;
    kind: "opening" | "library" | "insight" | "outcome";
    author_kind: "library" | "searcher" | "connection";
    author_connection_id: string | null;
    author_name: string | null;
    author_role: "member" | "maintainer" | null;
    /** Null when it was erased. */
    body: string | null;
    relevance: string | null;
    outcome: Outcome | null;
    reply_to_message_id: string | null;
    created_at: Date;
    used_versions: UsedVersionRow[];
  };

const columns = (sql: Sql) => sql`
  m.message_id, m.thread_id, m.sequence, m.kind, m.author_kind, m.author_connection_id,
  connections.name as author_name, connections.role as author_role, m.body, m.relevance, m.outcome,
  m.reply_to_message_id, m.created_at, m.retracted_at, m.retracted_by, m.risk_labels, m.waiting,
  ${usedVersions(sql, sql`m.message_id`)}`;

/** Visible messages of a visible thread after a sequence, including the opening message, oldest first. */
export async function messagesAfter(sql: Sql, thread_id: string, after: string, limit: number): Promise<MessageRow[]> {
  return sql<MessageRow[]>`
    select ${columns(sql)}
    from visible_threads t
    join visible_messages m on m.thread_id = t.thread_id
    left join connections on connections.connection_id = m.author_connection_id
    where t.thread_id = ${thread_id} and m.sequence > ${after}
    order by m.sequence
    limit ${limit}`;
}

export type OpeningRow = Pick<
  MessageRow,
  | "message_id"
  | "author_connection_id"
  | "author_name"
  | "author_role"
  | "body"
  | "created_at"
  | "retracted_at"
  | "retracted_by"
  | "risk_labels"
  | "waiting"
>;

/** The visible opening message of a visible thread; null when there is none. */
export async function openingOf(sql: Sql, thread_id: string): Promise<OpeningRow | null> {
  const [row] = await sql<OpeningRow[]>`
    select m.message_id, m.author_connection_id, connections.name as author_name, connections.role as author_role, m.body, m.created_at,
           m.retracted_at, m.retracted_by, m.risk_labels, m.waiting
    from visible_threads t
    join visible_messages m on m.thread_id = t.thread_id
    left join connections on connections.connection_id = m.author_connection_id
    where t.thread_id = ${thread_id} and m.kind = 'opening'`;
  return row ?? null;
}

/** The newest messages of a visible thread that do not wait, including the opening message, newest first. */
export async function latestMessages(sql: Sql, thread_id: string, limit: number): Promise<MessageRow[]> {
  return sql<MessageRow[]>`
    select ${columns(sql)}
    from visible_threads t
    join checked_messages m on m.thread_id = t.thread_id
    left join connections on connections.connection_id = m.author_connection_id
    where t.thread_id = ${thread_id}
    order by m.sequence desc
    limit ${limit}`;
}

/** The readable ones of these messages, in undefined order. */
export async function messagesByIds(sql: Sql, message_ids: string[]): Promise<MessageRow[]> {
  if (message_ids.length === 0) return [];
  return sql<MessageRow[]>`
    select ${columns(sql)}
    from visible_messages m
    join visible_threads t on t.thread_id = m.thread_id
    left join connections on connections.connection_id = m.author_connection_id
    where m.message_id = any(${message_ids})`;
}

type LockedMessage = {
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
