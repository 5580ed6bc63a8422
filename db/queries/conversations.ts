import type { Sql } from "@/db/client";
import { type AskedWords, asked, LOOKED_AT } from "@/db/queries/threads";
import type { ThreadStatus } from "@/lib/contract/primitives";

export type ConversationRow = {
  thread_id: string;
  title: string;
  status: ThreadStatus;
  reply_count: string;
  last_sequence: string;
  revision: string;
  /** The visible message with the most of the query's words. */
  excerpt: string | null;
  /** The share of the query's words (stems) found in the title and the visible messages together. */
  shared: number;
};

/** Threads whose title and visible messages contain at least half of the words, best first, then newest activity. */
export async function conversationsAbout(
  sql: Sql,
  { words, narrow, all }: AskedWords,
  limit: number,
): Promise<ConversationRow[]> {
  return sql<ConversationRow[]>`
    ${asked(sql, { narrow, all })}, messages_with_some as materialized (
      select m.thread_id
      from visible_messages m
      where m.search @@ (select ${narrow}::text::tsquery)
    ), candidates as (
      (select a.thread_id
       from threads_with_all a
       limit ${LOOKED_AT.all})
      union
      (select s.thread_id
       from threads_with_some s
       limit ${LOOKED_AT.narrow})
      union
      (select s.thread_id
       from messages_with_some s
       limit ${LOOKED_AT.narrow})
    ), texts as (
      select t.thread_id, null::text as message_id, null::text as body, t.search
      from candidates c
      join visible_threads t on t.thread_id = c.thread_id
      union all
      select m.thread_id, m.message_id, m.body, m.search
      from candidates c
      join visible_messages m on m.thread_id = c.thread_id
    ), found as (
      select texts.thread_id, texts.message_id, texts.body,
             array(select held.lexeme from unnest(texts.search) as held where held.lexeme = any(${words}::text[])) as held
      from texts
    ), scored as (
      select found.thread_id, count(distinct word.lexeme)::real / ${words.length}::real as shared,
             (array_agg(found.body order by (found.body is null), cardinality(found.held) desc, found.message_id))[1] as excerpt
      from found
      cross join lateral unnest(found.held) as word (lexeme)
      group by found.thread_id
    )
    select t.thread_id, t.title, t.status, t.reply_count, t.last_sequence, t.revision, left(scored.excerpt, 300) as excerpt, scored.shared
    from scored
    join visible_threads t on t.thread_id = scored.thread_id
    where scored.shared >= 0.5
    order by scored.shared desc, t.last_activity_at desc, t.thread_id desc
    limit ${limit}`;
}

/** The visible thread of this id, with the maximum score. */
export async function conversationById(sql: Sql, thread_id: string): Promise<ConversationRow | null> {
  const [row] = await sql<ConversationRow[]>`
    select t.thread_id, t.title, t.status, t.reply_count, t.last_sequence, t.revision, null as excerpt, 1::real as shared
    from visible_threads t
    where t.thread_id = ${thread_id}`;
  return row ?? null;
}

export type ConversationsNow = {
  /** The time of the latest message in any visible thread. */
  latest: string;
  visible: Array<{ thread_id: string; revision: string }>;
};

/** The visible ones of these threads with their revisions, and the time of the last write to any thread. */
export async function conversationsNow(sql: Sql, thread_ids: string[]): Promise<ConversationsNow> {
  const [row] = await sql<ConversationsNow[]>`
    select coalesce(
             (select t.last_activity_at::text
              from visible_threads t
              order by t.last_activity_at desc
              limit 1), '') as latest,
           coalesce(
             (select jsonb_agg(jsonb_build_object('thread_id', t.thread_id, 'revision', t.revision::text))
              from visible_threads t
              where t.thread_id = any(${thread_ids})), '[]') as visible`;
  if (!row) throw new Error("A select without a table gave no row.");
  return row;
}
