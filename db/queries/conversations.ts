import type { Sql } from "@/db/client";
import type { ThreadStatus } from "@/lib/contract/primitives";

export type ConversationRow = {
  thread_id: string;
  title: string;
  status: ThreadStatus;
  reply_count: string;
  last_sequence: string;
  /** The visible message that holds most of the words. */
  excerpt: string | null;
  /** The share of the query's words (stems) that the title and the visible messages hold together. */
  shared: number;
};

/** Threads whose title and visible messages hold at least half of the query's words, best first, then newest activity. */
export async function conversationsAbout(sql: Sql, query: string, limit: number): Promise<ConversationRow[]> {
  return sql<ConversationRow[]>`
    with asked as (
      select array_agg(words.lexeme) as words, string_agg(quote_literal(words.lexeme), ' | ')::tsquery as any_word
      from unnest(to_tsvector('english', ${query})) as words
    ), found as (
      select t.thread_id, words.lexeme, null::text as body, 0 as hits
      from asked
      join visible_threads t on t.search @@ asked.any_word
      cross join lateral unnest(t.search) as words
      where words.lexeme = any(asked.words)
      union all
      select m.thread_id, words.lexeme, m.body, count(*) over (partition by m.message_id)
      from asked
      join visible_messages m on m.search @@ asked.any_word
      cross join lateral unnest(m.search) as words
      where words.lexeme = any(asked.words)
    ), scored as (
      select found.thread_id, count(distinct found.lexeme)::real / max(cardinality(asked.words)) as shared,
             (array_agg(found.body order by found.hits desc))[1] as excerpt
      from found
      cross join asked
      group by found.thread_id
    )
    select t.thread_id, t.title, t.status, t.reply_count, t.last_sequence, left(scored.excerpt, 300) as excerpt, scored.shared
    from scored
    join visible_threads t on t.thread_id = scored.thread_id
    where scored.shared >= 0.5
    order by scored.shared desc, t.last_activity_at desc, t.thread_id desc
    limit ${limit}`;
}
