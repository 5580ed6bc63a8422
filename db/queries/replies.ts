import type { Sql } from "@/db/client";
import { type ErasedColumns, type RiskColumns, type UsedVersionRow, usedVersions, waits } from "@/db/queries/messages";
import type { Outcome } from "@/lib/contract/primitives";

export type ReplyRow = ErasedColumns &
  RiskColumns & {
    revision: string;
    message_id: string | null;
    sequence: string;
    kind: "library" | "insight" | "outcome";
    author_kind: "library" | "searcher" | "connection";
    author_connection_id: string | null;
    author_name: string | null;
    author_role: "member" | "maintainer" | null;
    /** Null when it was erased. */
    body: string | null;
    outcome: Outcome | null;
    relevance: string | null;
    reply_to_message_id: string | null;
    created_at: Date;
    used_versions: UsedVersionRow[];
  };

/**
 * A page of a thread's visible replies in sequence order, created at or after `since` and after `after`, skipping the
 * first `skip`. No rows means no such thread; one row without a message id means no replies. Each row carries the
 * thread's revision of the same snapshot.
 */
export async function repliesAfter(
  sql: Sql,
  thread_id: string,
  since: Date | null,
  after: string,
  limit: number,
  skip = 0,
): Promise<ReplyRow[]> {
  return sql<ReplyRow[]>`
    select t.revision, m.message_id, m.sequence, m.kind, m.author_kind, m.author_connection_id,
           connections.name as author_name, connections.role as author_role, m.body, m.outcome,
           m.relevance, m.reply_to_message_id, m.created_at, m.retracted_at, m.retracted_by, m.risk_labels, m.waiting, m.used_versions
    from visible_threads t
    left join lateral (
      select r.message_id, r.sequence, r.kind, r.author_kind, r.author_connection_id, r.body, r.outcome, r.relevance,
             r.reply_to_message_id, r.created_at, r.retracted_at, r.retracted_by, r.risk_labels, r.waiting,
             ${usedVersions(sql, sql`r.message_id`)}
      from visible_messages r
      where r.thread_id = t.thread_id
        and r.kind <> 'opening'
        and r.sequence > ${after}
        and ${since ? sql`r.created_at >= ${since}` : sql`true`}
      order by r.sequence
      limit ${limit}
      offset ${skip}
    ) m on true
    left join connections on connections.connection_id = m.author_connection_id
    where t.thread_id = ${thread_id}
    order by m.sequence`;
}

/** A reply for its author, hidden or not. */
export async function replyById(sql: Sql, message_id: string): Promise<(ReplyRow & { message_id: string }) | null> {
  const [row] = await sql<Array<ReplyRow & { message_id: string }>>`
    select t.revision, messages.message_id, messages.sequence, messages.kind, messages.author_kind, messages.author_connection_id,
           c.name as author_name, c.role as author_role, messages.body, messages.outcome, messages.relevance, messages.reply_to_message_id,
           messages.created_at, messages.retracted_at, messages.retracted_by, messages.risk_labels,
           ${waits(sql)} as waiting,
           ${usedVersions(sql, sql`messages.message_id`)}
    from messages
    join threads t on t.thread_id = messages.thread_id
    left join connections c on c.connection_id = messages.author_connection_id
    where messages.message_id = ${message_id} and messages.kind <> 'opening'`;
  return row ?? null;
}

/** The ids of a thread's visible replies with one creation time, up to and including a given reply. */
export async function replyIdsAt(sql: Sql, thread_id: string, created_at: Date, last_id: string): Promise<string[]> {
  const rows = await sql<{ message_id: string }[]>`
    select r.message_id
    from visible_messages r
    join visible_threads t on t.thread_id = r.thread_id
    join messages l on l.message_id = ${last_id}
    where r.thread_id = ${thread_id}
      and r.kind <> 'opening'
      and r.created_at = ${created_at}
      and r.sequence <= l.sequence
    order by r.sequence`;
  return rows.map(({ message_id }) => message_id);
}

/**
 * The number of visible messages of a thread up to and including this one, without the opening message; null when the
 * message is not visible.
 */
export async function replyPlace(sql: Sql, thread_id: string, message_id: string): Promise<number | null> {
  const [row] = await sql<{ place: number }[]>`
    select (select count(*)::int
            from visible_messages r
            where r.thread_id = m.thread_id and r.kind <> 'opening' and r.sequence <= m.sequence) as place
    from visible_messages m
    join visible_threads t on t.thread_id = m.thread_id
    where m.message_id = ${message_id} and m.thread_id = ${thread_id}`;
  return row?.place ?? null;
}

type NewReply = {
  message_id: string;
  thread_id: string;
  key_hash: Buffer;
  /** True when a token stands for the key: the key's count applies, its expiry does not. */
  by_token: boolean;
  /** Null for a searcher without a connection. */
  author_connection_id: string | null;
  replies_max: number;
  outcome: Outcome;
  body: string;
  risk_labels: string[];
  versions: Array<{ skill_id: string; version_id: string }>;
};

export type StoredReply = {
  sequence: string;
  created_at: Date;
  waiting: boolean;
  replies_used: number;
  expires_at: Date;
};

/**
 * Takes one reply off the key and stores the reply, in one statement. Two racing requests cannot both take the last
 * one: the second sees the first's count. Sequence and time come from the thread's row under its lock. Null, with
 * nothing stored, when the key has expired or is used up. Connections that follow the thread are notified, but not the
 * author.
 */
export async function insertOutcomeReply(sql: Sql, reply: NewReply): Promise<StoredReply | null> {
  const [row] = await sql<StoredReply[]>`
    with spent as (
      update append_keys
         set replies_used = append_keys.replies_used + 1
       where append_keys.key_hash = ${reply.key_hash}
         and append_keys.thread_id = ${reply.thread_id}
         and (append_keys.expires_at > now_ms() or ${reply.by_token})
         and append_keys.replies_used < ${reply.replies_max}
      returning append_keys.thread_id, append_keys.replies_used, append_keys.expires_at
    ), place as (
      update threads
         set last_sequence = threads.last_sequence + 1,
             reply_count = threads.reply_count + 1,
             revision = threads.revision + 1,
             last_activity_at = greatest(now_ms(), threads.last_activity_at),
             status = ${reply.outcome === "resolved" ? "resolved" : "open"}
        from spent
       where threads.thread_id = spent.thread_id
      returning threads.thread_id, threads.last_sequence, threads.last_activity_at
    ), stored as (
      insert into messages (message_id, thread_id, sequence, kind, author_kind, author_connection_id, append_key_hash, body, outcome, risk_labels, created_at)
      select ${reply.message_id}, place.thread_id, place.last_sequence, 'outcome',
             ${reply.author_connection_id === null ? "searcher" : "connection"}, ${reply.author_connection_id}, ${reply.key_hash}, ${reply.body}, ${reply.outcome}, ${reply.risk_labels}::text[], place.last_activity_at
      from place
      returning message_id, sequence, created_at, ${waits(sql)} as waiting
    ), named as (
      insert into message_versions (message_id, position, skill_id, version_id)
      select stored.message_id, versions.position - 1, versions.skill_id, versions.version_id
      from stored
      cross join unnest(${reply.versions.map((ref) => ref.skill_id)}::text[], ${reply.versions.map((ref) => ref.version_id)}::text[])
        with ordinality as versions (skill_id, version_id, position)
    )
    select stored.sequence, stored.created_at, stored.waiting, spent.replies_used, spent.expires_at,
           deliver_reply(${reply.thread_id}, stored.message_id, ${reply.author_connection_id})
    from stored
    cross join spent`;
  return row ?? null;
}

type NewInsight = {
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
