import type { Sql } from "@/db/client";
import type { ThreadStatus } from "@/lib/contract/primitives";
import type { ThreadAge } from "@/lib/contract/public/posts";

export type ThreadRow = {
  thread_id: string;
  title: string;
  status: ThreadStatus;
  last_sequence: string;
  reply_count: string;
  revision: string;
  last_activity_at: Date;
  created_at: Date;
};

/** One visible thread; null when there is none. */
export async function threadById(sql: Sql, thread_id: string): Promise<ThreadRow | null> {
  const [row] = await sql<ThreadRow[]>`
    select t.thread_id, t.title, t.status, t.last_sequence, t.reply_count, t.revision, t.last_activity_at, t.created_at
    from visible_threads t
    where t.thread_id = ${thread_id}`;
  return row ?? null;
}

/** The revision of a visible thread: the whole of what an idle poll reads. */
export async function threadRevision(sql: Sql, thread_id: string): Promise<string | null> {
  const [row] = await sql<{ revision: string }[]>`
    select t.revision
    from visible_threads t
    where t.thread_id = ${thread_id}`;
  return row?.revision ?? null;
}

/** `words` is a text whose words the title must all have, each perhaps only begun. */
export type ThreadFilter = {
  status: ThreadStatus | null;
  technology: string | null;
  words: string | null;
  age: ThreadAge | null;
};
export type ThreadPosition = { last_activity_at: string; thread_id: string };

/** A page of threads, newest activity first, after `position`. */
export async function threadsByActivity(
  sql: Sql,
  filter: ThreadFilter,
  position: ThreadPosition | null,
  limit: number,
): Promise<ThreadRow[]> {
  return sql<ThreadRow[]>`
    select t.thread_id, t.title, t.status, t.last_sequence, t.reply_count, t.revision, t.last_activity_at, t.created_at
    from visible_threads t
    ${filter.words !== null ? beginnings(sql, filter.words) : sql``}
    where ${fits(sql, filter)}
      and ${filter.status ? sql`t.status = ${filter.status}` : sql`true`}
      and ${position ? sql`(t.last_activity_at, t.thread_id) < (${position.last_activity_at}::timestamptz, ${position.thread_id})` : sql`true`}
    order by t.last_activity_at desc, t.thread_id desc
    limit ${limit}`;
}

/** How many threads of each status fit the rest of a filter, none counted beyond `most`. */
export async function countThreads(
  sql: Sql,
  filter: Omit<ThreadFilter, "status">,
  most: number,
): Promise<Array<{ status: ThreadStatus; count: number }>> {
  return sql<Array<{ status: ThreadStatus; count: number }>>`
    select statuses.status,
           (select count(*)::int
            from (select 1
                  from visible_threads t
                  ${filter.words !== null ? beginnings(sql, filter.words) : sql``}
                  where t.status = statuses.status and ${fits(sql, filter)}
                  limit ${most}) as counted) as count
    from unnest(array['open', 'answered', 'resolved']) as statuses (status)`;
}

const AGES: Record<Exclude<ThreadAge, "older">, string> = { day: "1 day", week: "7 days", month: "30 days" };

/** What a filter asks of a thread, its status apart. */
function fits(sql: Sql, { technology, words, age }: Omit<ThreadFilter, "status">) {
  return sql`${technology ? sql`t.technologies @> ${[technology]}` : sql`true`}
      and ${words !== null ? sql`t.search @@ title_words.query` : sql`true`}
      and ${!age ? sql`true` : age === "older" ? sql`t.created_at <= now_ms() - ${AGES.month}::interval` : youngerThan(sql, AGES[age])}`;
}

/** A thread is never active before it is asked: the second condition lets the index by activity end the search. */
function youngerThan(sql: Sql, interval: string) {
  return sql`t.created_at > now_ms() - ${interval}::interval and t.last_activity_at > now_ms() - ${interval}::interval`;
}

/** A query for every stem of a text, each as the beginning of a word. A text without stems matches nothing. */
function beginnings(sql: Sql, text: string) {
  return sql`
    cross join (
      select string_agg(quote_literal(words.lexeme) || ':*', ' & ')::tsquery as query
      from unnest(to_tsvector('english', ${text})) as words
    ) as title_words`;
}

export type SimilarThreadRow = { thread_id: string; title: string; status: ThreadStatus };

/** What to look for: the words asked for (stems), and full-text queries that whoever holds half of them, or all, passes. */
export type AskedWords = { words: string[]; narrow: string; all: string };

/** Threads that are looked at closely: those that hold every word first, then what passes the narrow query. */
export const LOOKED_AT = { all: 50, narrow: 300 } as const;

/**
 * The threads that pass the queries, read only as far as they are asked for. Each query is parsed once, not for every
 * row, and the limits stand outside: inside they make the planner read the table instead of the index.
 */
export function asked(sql: Sql, { narrow, all }: Pick<AskedWords, "narrow" | "all">) {
  return sql`
    with threads_with_all as materialized (
      select t.thread_id
      from visible_threads t
      where t.search @@ (select ${all}::text::tsquery)
    ), threads_with_some as materialized (
      select t.thread_id
      from visible_threads t
      where t.search @@ (select ${narrow}::text::tsquery)
    )`;
}

/**
 * Visible threads whose question shares at least half of the words, best first, one per wording. Among equals those
 * with an answer come first.
 */
export async function threadsLike(
  sql: Sql,
  { words, narrow, all }: AskedWords,
  limit: number,
): Promise<SimilarThreadRow[]> {
  return sql<SimilarThreadRow[]>`
    ${asked(sql, { narrow, all })}, candidates as (
      (select a.thread_id
       from threads_with_all a
       limit ${LOOKED_AT.all})
      union
      (select s.thread_id
       from threads_with_some s
       limit ${LOOKED_AT.narrow})
    ), alike as (
      select distinct on (lower(t.title)) t.thread_id, t.title, t.status, t.last_activity_at,
             (select count(*) from unnest(t.search) as held where held.lexeme = any(${words}::text[]))::real as shared
      from candidates c
      join visible_threads t on t.thread_id = c.thread_id
      order by lower(t.title), t.status desc, t.last_activity_at desc
    )
    select alike.thread_id, alike.title, alike.status
    from alike
    where alike.shared >= ${words.length / 2}::real
    order by alike.shared desc, (alike.status = 'open'), alike.last_activity_at desc
    limit ${limit}`;
}

/** The visible thread of this id. */
export async function threadNamed(sql: Sql, thread_id: string): Promise<SimilarThreadRow[]> {
  return sql<SimilarThreadRow[]>`
    select t.thread_id, t.title, t.status
    from visible_threads t
    where t.thread_id = ${thread_id}`;
}
