import type { Sql } from "@/db/client";
import type { ErasedColumns, Outcome, RiskColumns, UsedVersionRow } from "@/db/queries/message-rows";

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
  (select coalesce(jsonb_agg(jsonb_build_object('skill_id', u.skill_id, 'version_id', u.version_id, 'condition', u.condition) order by u.position), '[]')
   from message_versions u
   where u.message_id = m.message_id) as used_versions`;

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
