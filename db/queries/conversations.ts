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
  /** The visible message that does not wait with the most of the query's words. */
  excerpt: string | null;
  /** The share of the query's words (stems) found in the title and the checked messages together. */
  shared: number;
};

/**
 * Threads whose title and checked messages contain at least half of the words, best first, then newest activity, and
 * the time of this answer.
 */
export async function conversationsAbout(
  sql: Sql,
  { words, narrow, all }: AskedWords,
  limit: number,
): Promise<{ rows: ConversationRow[]; at: string }> {
  const found = await sql<Array<{ at: string } & (ConversationRow | { thread_id: null })>>`
    ${asked(sql, { words, narrow, all })}, messages_with_some as materialized (
      select m.thread_id
      from checked_messages m
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
      select t.thread_id, null::text as message_id, t.search
      from listed_threads t
      where t.thread_id = any(array(select c.thread_id from candidates c))
      union all
      select m.thread_id, m.message_id, m.search
      from checked_messages m
      where m.thread_id = any(array(select c.thread_id from candidates c))
    ), found as materialized (
      select texts.thread_id, texts.message_id,
             array(select w.place from asked_words w where texts.search @@ w.word) as held
      from texts
    ), scored as (
      select each.thread_id, count(*)::real / ${words.length}::real as shared
      from (select distinct found.thread_id, word.place
            from found
            cross join lateral unnest(found.held) as word (place)) each
      group by each.thread_id
      having count(*)::real / ${words.length}::real >= 0.5
    ), best as (
      select t.thread_id, t.title, t.status, t.reply_count, t.last_sequence, t.revision, scored.shared,
             row_number() over (order by scored.shared desc, t.last_activity_at desc, t.thread_id desc) as place
      from scored
      join listed_threads t on t.thread_id = scored.thread_id
      where t.thread_id = any(array(select scored.thread_id from scored))
      order by place
      limit ${limit}
    )
    select best.thread_id, best.title, best.status, best.reply_count, best.last_sequence, best.revision, best.shared,
           (select left(m.body, 300)
            from found
            join checked_messages m on m.message_id = found.message_id
            where found.thread_id = best.thread_id and found.held <> '{}'
            order by cardinality(found.held) desc, found.message_id
            limit 1) as excerpt,
           answer.at
    from (select now()::text as at) answer
    left join best on true
    order by best.place`;
  const rows = found.flatMap(({ at: _, ...row }) => (row.thread_id === null ? [] : [row]));
  const [first] = found;
  if (!first) throw new Error("A left join from one row gave none.");
  return { rows, at: first.at };
}

/** The visible thread of this id, with the maximum score. */
export async function conversationById(sql: Sql, thread_id: string): Promise<ConversationRow | null> {
  const [row] = await sql<ConversationRow[]>`
    select t.thread_id, t.title, t.status, t.reply_count, t.last_sequence, t.revision, null as excerpt, 1::real as shared
    from listed_threads t
    where t.thread_id = ${thread_id}`;
  return row ?? null;
}
