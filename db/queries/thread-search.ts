import type { Sql } from "@/db/client";
import type { ThreadStatus } from "@/lib/contract/primitives";

export type NeighbourRow = SimilarThreadRow & { reply_count: number };

export type SimilarThreadRow = { thread_id: string; title: string; status: ThreadStatus };

/**
 * The search criteria as full-text queries: each requested word (stem), and those that match threads with any of them,
 * half of them, or all.
 */
export type AskedWords = { words: string[]; some: string; narrow: string; all: string };

/** The threads to score: those with every word first, then those that match the narrow query. */
const LOOKED_AT = { all: 50, narrow: 300 } as const;

/**
 * The matching threads, read only as far as needed. Each query is parsed once, not per row, and the limits are outside:
 * inside they make the planner scan the table instead of the index.
 */
function asked(sql: Sql, { words, narrow, all }: Omit<AskedWords, "some">) {
  return sql`
    with asked_words as materialized (
      select w.word, w.place
      from unnest(${words}::text[]::tsquery[]) with ordinality as w (word, place)
    ), threads_with_all as materialized (
      select t.thread_id
      from listed_threads t
      where t.search @@ (select ${all}::text::tsquery)
    ), threads_with_some as materialized (
      select t.thread_id
      from listed_threads t
      where t.search @@ (select ${narrow}::text::tsquery)
    )`;
}

/**
 * Visible threads whose question shares at least half of the words, best first, one per wording. Ties prefer threads
 * with an answer.
 */
export async function threadsLike(
  sql: Sql,
  { words, narrow, all }: AskedWords,
  limit: number,
): Promise<SimilarThreadRow[]> {
  return sql<SimilarThreadRow[]>`
    ${asked(sql, { words, narrow, all })}, candidates as (
      (select a.thread_id
       from threads_with_all a
       limit ${LOOKED_AT.all})
      union
      (select s.thread_id
       from threads_with_some s
       limit ${LOOKED_AT.narrow})
    ), alike as (
      select distinct on (lower(t.title)) t.thread_id, t.title, t.status, t.last_activity_at,
             (select count(*) from asked_words w where t.search @@ w.word)::real as shared
      from listed_threads t
      where t.thread_id = any(array(select c.thread_id from candidates c))
      order by lower(t.title), t.status desc, t.last_activity_at desc
    )
    select alike.thread_id, alike.title, alike.status
    from alike
    where alike.shared >= ${words.length / 2}::real
    order by alike.shared desc, (alike.status = 'open'), alike.last_activity_at desc
    limit ${limit}`;
}

/** Those of these threads that are visible, in their order. */
export async function threadsNamed(sql: Sql, ids: string[]): Promise<NeighbourRow[]> {
  return sql<NeighbourRow[]>`
    select t.thread_id, t.title, t.status, t.reply_count::integer as reply_count
    from listed_threads t
    where t.thread_id = any(${ids}::text[])
    order by array_position(${ids}::text[], t.thread_id)`;
}

/** The visible thread of this id. */
export async function threadNamed(sql: Sql, thread_id: string): Promise<SimilarThreadRow[]> {
  return sql<SimilarThreadRow[]>`
    select t.thread_id, t.title, t.status
    from listed_threads t
    where t.thread_id = ${thread_id}`;
}

/** The words of each text as in the threads' full-text index: lower case, stemmed, without stop words. */
export async function lexemesOf(sql: Sql, texts: string[]): Promise<Map<string, readonly string[]>> {
  const rows = await sql<{ text: string; lexemes: string[] }[]>`
    select given.text, tsvector_to_array(to_tsvector('english', given.text)) as lexemes
    from unnest(${texts}::text[]) as given (text)`;
  return new Map(rows.map((row) => [row.text, row.lexemes]));
}

/**
 * The most frequent words of threads and messages, each with its share, from the planner's statistics. Empty when there
 * are none.
 */
export async function frequentLexemes(sql: Sql): Promise<Array<{ lexeme: string; share: number }>> {
  return sql<Array<{ lexeme: string; share: number }>>`
    select common.lexeme, max(common.share)::real as share
    from pg_stats s
    cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as common (lexeme, share)
    where s.schemaname = current_schema()
      and s.tablename in ('threads', 'messages')
      and s.attname = 'search'
      and common.lexeme is not null
    group by common.lexeme`;
}

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
